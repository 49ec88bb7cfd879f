import type { Drawing } from '../drawing/drawing.ts';
import { plain } from '../drawing/readable-text.ts';
import { Canvas, EDGE, MIDDLE } from '../layout/canvas.ts';
import { LEADING, setBlock } from '../layout/type-setting.ts';
import { type Block, placeBlocks } from '../letters/letter-blocks.ts';
import { LABEL } from '../pdf/label-pieces.ts';
import { pageStream } from '../pdf/page-stream.ts';
import { storeDocument } from '../pdf/stored-document.ts';
import type { PackingSlip, SlipItem, StoredLabel } from '../port.ts';

const LEFT = EDGE.left + 14;
const RIGHT = EDGE.right - 14;
const WIDTH = RIGHT - LEFT;
const QUANTITY_WIDTH = 110;
const TEXT = 26;
const SMALL = 22;
const LINE = Math.round(TEXT * LEADING);
const SHIP_TO_TOP = 158;
const BARS_HEIGHT = 96;
/** Longer numbers would get bars too thin to print. */
const MAX_BAR_CODE = 24;
const NEXT_TOP = 96;
const BOTTOM = EDGE.bottom - 44;

/** 4 × 6 in, so that it prints on the label printer after its label. */
export function makePackingSlip(slip: PackingSlip): StoredLabel {
  return storeDocument(drawPackingSlip(slip).map((drawing) => ({ size: LABEL, page: pageStream(drawing) })));
}

export function drawPackingSlip(slip: PackingSlip): Drawing[] {
  const address = set(slip.shipTo, WIDTH / 2);
  const first = SHIP_TO_TOP + 50 + Math.max(4, address.length) * LINE + 24;
  const blocks = [...slip.items.map(itemBlock), ...notesOf(slip).flatMap(noteBlocks)];
  const pages = placeBlocks(blocks, { first, next: NEXT_TOP, bottom: BOTTOM });
  return pages.map((placed, index) => {
    const canvas = new Canvas();
    if (index === 0) drawHead(canvas, slip, address);
    else drawNextHead(canvas, slip);
    for (const draw of placed) draw(canvas);
    canvas.rule(EDGE.bottom - 36, 1);
    canvas.line(plain(slip.store), LEFT, EDGE.bottom - 10, WIDTH - 160, { size: SMALL, smallest: 12 });
    canvas.text(`Page ${index + 1} of ${pages.length}`, RIGHT, EDGE.bottom - 10, {
      size: SMALL,
      align: 'right',
    });
    return canvas.drawing();
  });
}

const set = (lines: readonly string[], width: number, size = TEXT) =>
  setBlock(lines.map(plain), {
    width,
    height: Number.MAX_SAFE_INTEGER,
    size,
    smallest: size,
    bold: false,
  }).lines;

function drawHead(canvas: Canvas, slip: PackingSlip, address: readonly string[]) {
  canvas.line(plain(slip.store), LEFT, 62, WIDTH, { size: 44, bold: true, smallest: 20 });
  canvas.line(`Packing slip · Order ${plain(slip.number)}`, LEFT, 108, WIDTH, { size: 30, smallest: 16 });
  canvas.rule(128, 4);
  canvas.text('Ship to', LEFT, SHIP_TO_TOP + 14, { size: SMALL });
  address.forEach((line, index) => {
    canvas.text(line, LEFT, SHIP_TO_TOP + 48 + index * LINE, { size: TEXT, bold: index === 0 });
  });
  const facts = [`Ordered ${slip.placedOn}`, ...(slip.parcel === null ? [] : [`Package ${slip.parcel}`])];
  facts.forEach((fact, index) => {
    canvas.line(fact, RIGHT, SHIP_TO_TOP + 14 + index * LINE, WIDTH / 2 - 20, {
      size: SMALL,
      align: 'right',
      smallest: 12,
    });
  });
  drawBars(canvas, slip.number);
}

/** For the scanner at the packing bench. */
function drawBars(canvas: Canvas, number: string) {
  const text = number.replaceAll(/[^\x20-\x7e]/g, '');
  if (text === '' || text.length > MAX_BAR_CODE) return;
  canvas.bars(text, {
    center: MIDDLE + WIDTH / 4,
    y: SHIP_TO_TOP + 34 + LINE,
    height: BARS_HEIGHT,
    width: WIDTH / 2,
    maxModule: 2,
  });
}

function drawNextHead(canvas: Canvas, { number }: PackingSlip) {
  canvas.line(`Order ${plain(number)}`, LEFT, 56, WIDTH, { size: 30, bold: true, smallest: 16 });
  canvas.rule(74, 4);
}

const ITEMS_HEAD: NonNullable<Block['head']> = {
  height: 44,
  draw: (canvas, y) => {
    canvas.text('Item', LEFT, y + 30, { size: SMALL, bold: true });
    canvas.text('Quantity', RIGHT, y + 30, { size: SMALL, bold: true, align: 'right' });
    canvas.rule(y + 40, 2);
  },
};

function itemBlock({ title, detail, quantity, ordered }: SlipItem): Block {
  const titles = set([title], WIDTH - QUANTITY_WIDTH - 20);
  const details = detail === '' ? [] : set([detail], WIDTH - QUANTITY_WIDTH - 20, SMALL);
  const height = titles.length * LINE + details.length * Math.round(SMALL * LEADING) + 20;
  return {
    height,
    head: ITEMS_HEAD,
    draw: (canvas, y) => {
      titles.forEach((line, index) => {
        canvas.text(line, LEFT, y + 30 + index * LINE, { size: TEXT });
      });
      details.forEach((line, index) => {
        const baseline = y + 30 + titles.length * LINE + index * Math.round(SMALL * LEADING) - 4;
        canvas.text(line, LEFT, baseline, { size: SMALL });
      });
      const text = quantity === ordered ? `${quantity}` : `${quantity} of ${ordered}`;
      canvas.line(text, RIGHT, y + 30, QUANTITY_WIDTH, {
        size: TEXT,
        bold: true,
        align: 'right',
        smallest: 12,
      });
      canvas.rule(y + height - 1, 1);
    },
  };
}

const notesOf = ({ giftMessage, buyerNote }: PackingSlip) =>
  [
    { caption: 'Gift message', text: giftMessage },
    { caption: 'Note from the buyer', text: buyerNote },
  ].filter(({ text }) => text !== '');

/** One block per line, because a long note may continue on the next page. */
function noteBlocks({ caption, text }: { caption: string; text: string }): Block[] {
  const head = {
    height: 52,
    draw: (canvas: Canvas, y: number) => canvas.text(caption, LEFT, y + 42, { size: SMALL, bold: true }),
  };
  return set(text.split('\n'), WIDTH).map((line) => ({
    height: LINE,
    head,
    draw: (canvas: Canvas, y: number) => canvas.text(line, LEFT, y + 26, { size: TEXT }),
  }));
}
