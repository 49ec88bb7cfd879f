import { setImmediate as nextTurn } from 'node:timers/promises';
import { BOTTOM, CENTER, LEFT, PAGE, RIGHT, TOP, WIDTH } from '../customs/letter-page.ts';
import type { Drawing } from '../drawing/drawing.ts';
import { Canvas } from '../layout/canvas.ts';
import { LEADING, setBlock } from '../layout/type-setting.ts';
import type { LetterDocument } from '../port.ts';
import { type Block, type Placed, placeBlocks } from './letter-blocks.ts';
import { tableBlocks } from './letter-table.ts';

const TEXT = 26;
const LINE = 34;
const HALF = WIDTH / 2 - 20;
const PARTIES_TOP = 400;
const NEXT_TOP = TOP + 92;
const SAMPLE = 'SAMPLE — NOT A VALID DOCUMENT';

/** Laying out a row takes about 20 microseconds, so other requests wait a few milliseconds at most. */
const ROWS_PER_TURN = 100;

/**
 * Yields one page at a time, so that a long letter is never completely in memory. Every page shows the page count, so all
 * rows are laid out before the first page; other requests run between slices of rows and between pages.
 */
export async function* drawLetter(document: LetterDocument): AsyncGenerator<Drawing> {
  const bottom = BOTTOM - (document.sample ? 126 : 56);
  const blocks = await blocksOf(document);
  const pages = placeBlocks(blocks, { first: tablesTop(document), next: NEXT_TOP, bottom });
  for (const [index, placed] of pages.entries()) {
    yield drawPage(document, placed, index + 1, pages.length);
    await nextTurn();
  }
}

async function blocksOf(document: LetterDocument): Promise<Block[]> {
  const blocks: Block[] = [];
  for (const table of document.tables)
    for (const block of tableBlocks(table)) {
      blocks.push(block);
      if (blocks.length % ROWS_PER_TURN === 0) await nextTurn();
    }
  if (document.totals.length > 0) blocks.push(totalsBlock(document.totals));
  for (const note of document.notes) if (note.text !== '') blocks.push(noteBlock(note));
  return blocks;
}

/** The recipient's lines, wrapped. The first one is bold. */
const recipientLines = ({ recipient }: LetterDocument) =>
  recipient.lines.flatMap((line, index) => {
    const space = {
      width: HALF,
      height: Number.MAX_SAFE_INTEGER,
      size: TEXT,
      smallest: TEXT,
      bold: index === 0,
    };
    return setBlock([line], space).lines.map((text) => ({ text, bold: index === 0 }));
  });

/** Below the longer one of the recipient and the facts. */
const tablesTop = (document: LetterDocument) =>
  PARTIES_TOP + 44 + Math.max(recipientLines(document).length, document.facts.length) * LINE + 30;

function drawPage(
  document: LetterDocument,
  placed: readonly Placed[],
  number: number,
  count: number,
): Drawing {
  const canvas = new Canvas([], PAGE);
  if (number === 1) drawHead(canvas, document);
  else drawNextHead(canvas, document);
  for (const draw of placed) draw(canvas);
  drawFoot(canvas, document, `Page ${number} of ${count}`);
  return canvas.drawing();
}

function drawHead(canvas: Canvas, document: LetterDocument) {
  const { title, number, sender, recipient, facts } = document;
  canvas.line(sender.name, LEFT, TOP + 40, HALF, { size: 38, bold: true, smallest: 16 });
  sender.lines.forEach((line, index) => {
    canvas.line(line, LEFT, TOP + 80 + index * 30, HALF, { size: 25, smallest: 12 });
  });
  canvas.line(title.toUpperCase(), RIGHT, TOP + 50, HALF, {
    size: 62,
    bold: true,
    align: 'right',
    smallest: 20,
  });
  canvas.line(number, RIGHT, TOP + 100, HALF, { size: 34, align: 'right', smallest: 14 });
  canvas.box(LEFT, PARTIES_TOP - 30, WIDTH, 4);
  canvas.text(recipient.caption, LEFT, PARTIES_TOP + 22, { size: 22 });
  recipientLines(document).forEach(({ text, bold }, index) => {
    canvas.text(text, LEFT, PARTIES_TOP + 62 + index * LINE, { size: TEXT, bold });
  });
  facts.forEach(([caption, value], index) => {
    const baseline = PARTIES_TOP + 62 + index * LINE;
    canvas.line(caption, CENTER + 20, baseline, 290, { size: TEXT, smallest: 12 });
    canvas.line(value, RIGHT, baseline, HALF - 300, { size: TEXT, bold: true, align: 'right', smallest: 12 });
  });
}

function drawNextHead(canvas: Canvas, { title, number, sender }: LetterDocument) {
  canvas.line(`${title} ${number}`, LEFT, TOP + 34, WIDTH / 2, { size: 32, bold: true, smallest: 14 });
  canvas.line(sender.name, RIGHT, TOP + 34, WIDTH / 2 - 20, { size: 26, align: 'right', smallest: 12 });
  canvas.box(LEFT, TOP + 56, WIDTH, 4);
}

function drawFoot(canvas: Canvas, { title, number, sender, sample }: LetterDocument, page: string) {
  canvas.box(LEFT, BOTTOM - 34, WIDTH, 1);
  canvas.line(`${sender.name} · ${title} ${number}`, LEFT, BOTTOM - 4, WIDTH - 260, {
    size: 21,
    smallest: 10,
  });
  canvas.text(page, RIGHT, BOTTOM - 4, { size: 21, align: 'right' });
  if (!sample) return;
  canvas.box(LEFT, BOTTOM - 96, WIDTH, 48);
  canvas.text(SAMPLE, CENTER, BOTTOM - 61, { size: 32, bold: true, white: true, align: 'center' });
}

const TOTALS_WIDTH = 760;

function totalsBlock(totals: LetterDocument['totals']): Block {
  return {
    height: totals.length * 44 + 40,
    draw: (canvas, y) => {
      const left = RIGHT - TOTALS_WIDTH;
      totals.forEach(({ name, amount, bold = false }, index) => {
        const baseline = y + 40 + index * 44;
        if (bold) canvas.box(left, baseline - 34, TOTALS_WIDTH, 2);
        const style = { size: bold ? 30 : TEXT, bold, smallest: 12 };
        canvas.line(name, left, baseline, TOTALS_WIDTH - 260, style);
        canvas.line(amount, RIGHT - 8, baseline, 250, { ...style, align: 'right' });
      });
    },
  };
}

const NOTE = 24;

function noteBlock({ caption, text }: { caption: string; text: string }): Block {
  const lines = text.split('\n');
  const space = { width: WIDTH, height: Number.MAX_SAFE_INTEGER, size: NOTE, smallest: NOTE, bold: false };
  const set = setBlock(lines, space).lines;
  const height = set.length * NOTE * LEADING;
  return {
    height: Math.ceil(height) + 66,
    draw: (canvas, y) => {
      canvas.text(caption, LEFT, y + 30, { size: NOTE, bold: true });
      set.forEach((line, index) => {
        canvas.text(line, LEFT, Math.round(y + 62 + index * NOTE * LEADING), { size: NOTE });
      });
    },
  };
}
