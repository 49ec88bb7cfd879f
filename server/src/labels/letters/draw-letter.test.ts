import { describe, expect, it } from 'vitest';
import { BOTTOM, LEFT, RIGHT, TOP } from '../customs/letter-page.ts';
import type { Text } from '../drawing/drawing.ts';
import { widthOfText } from '../drawing/win-ansi.ts';
import type { LetterDocument } from '../port.ts';
import { drawLetter } from './draw-letter.ts';
import { LetterEngine } from './print-letter.ts';

const aLetter = (rows: number, changes: Partial<LetterDocument> = {}): LetterDocument => ({
  title: 'Invoice',
  number: 'INV-2026-00001',
  sample: true,
  sender: { name: 'Harbor Labels LLC', lines: ['100 Dock St', 'Tacoma, WA 98402'] },
  recipient: { caption: 'Bill to', lines: [`${'Blue Kite Goods '.repeat(8)}Incorporated`, '9 Mill Rd'] },
  facts: [['Period', 'Oct 1, 2026 – Oct 31, 2026']],
  tables: [
    {
      title: 'Labels',
      columns: [
        { caption: 'Service', width: 3 },
        { caption: 'Amount', width: 1, align: 'right' },
      ],
      rows: Array.from({ length: rows }, (_, index) => [
        `Row ${index} ${'words '.repeat(index % 30)}`,
        '$8.42',
      ]),
      sum: 'Labels: $8.42',
    },
  ],
  totals: [{ name: 'Total', amount: '$8.42', bold: true }],
  notes: [{ caption: 'How to pay', text: 'Wire the amount.\nName the number.' }],
  ...changes,
});

async function textsOf(letter: LetterDocument): Promise<Text[][]> {
  const pages: Text[][] = [];
  for await (const { marks } of drawLetter(letter)) pages.push(marks.filter((mark) => mark.kind === 'text'));
  return pages;
}

describe('a letter', () => {
  it.each([0, 1, 20, 33, 34, 35, 120])(
    'with %i rows has every row once, and its head on every page',
    async (rows) => {
      const pages = await textsOf(aLetter(rows));
      const all = pages.flat().map(({ text }) => text);
      for (let row = 0; row < rows; row += 1)
        expect(all.filter((text) => text === `Row ${row}` || text.startsWith(`Row ${row} `))).toHaveLength(1);
      pages.forEach((page, index) => {
        const texts = page.map(({ text }) => text);
        expect(texts).toContain(`Page ${index + 1} of ${pages.length}`);
        expect(texts).toContain('SAMPLE — NOT A VALID DOCUMENT');
        if (texts.some((text) => text.startsWith('Row '))) expect(texts).toContain('Amount');
      });
      expect(all.filter((text) => text === 'Total')).toHaveLength(1);
      expect(all).toContain('Name the number.');
    },
  );

  it('stays within the margins', async () => {
    for (const { x, baseline, size, bold, align, text } of (await textsOf(aLetter(60))).flat()) {
      const width = widthOfText(text, size, bold);
      const left = align === 'left' ? x : align === 'right' ? x - width : x - width / 2;
      expect(left).toBeGreaterThanOrEqual(LEFT - 1);
      expect(left + width).toBeLessThanOrEqual(RIGHT + 1);
      expect(baseline).toBeGreaterThan(TOP);
      expect(baseline).toBeLessThanOrEqual(BOTTOM);
    }
  });

  it('is marked as a sample only if the document asks for it', async () => {
    const texts = (await textsOf(aLetter(1, { sample: false }))).flat();
    expect(texts.map(({ text }) => text)).not.toContain('SAMPLE — NOT A VALID DOCUMENT');
  });

  it('lets other work run at least once per 100 rows before its first page', async () => {
    let turns = 0;
    const count = () => {
      turns += 1;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    const pages = drawLetter(aLetter(2_000));
    await pages.next();
    clearImmediate(timer);
    expect(turns).toBeGreaterThanOrEqual(20);
    await pages.return(undefined);
  });

  it('is the same file every time, even with other scripts', async () => {
    const letter = aLetter(40, { recipient: { caption: 'Bill to', lines: ['Ελλάδα 東京', 'Москва'] } });
    const print = async () => {
      const parts: Uint8Array[] = [];
      for await (const part of new LetterEngine().print(letter)) parts.push(part);
      return Buffer.concat(parts);
    };
    const [one, other] = [await print(), await print()];
    expect(one.equals(other)).toBe(true);
    expect(one.subarray(0, 5).toString()).toBe('%PDF-');
  });
});
