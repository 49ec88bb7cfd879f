import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { Text } from '../drawing/drawing.ts';
import { widthOfText } from '../drawing/win-ansi.ts';
import { LabelEngine } from '../label-engine.ts';
import { EDGE } from '../layout/canvas.ts';
import { documentPagesOf } from '../pdf/stored-document.ts';
import type { PackingSlip } from '../port.ts';
import { drawPackingSlip, makePackingSlip } from './packing-slip.ts';

const aSlip = (items: number, changes: Partial<PackingSlip> = {}): PackingSlip => ({
  store: 'Corner Shop',
  number: '#1001',
  placedOn: 'Nov 14, 2026',
  parcel: null,
  shipTo: ['Ada Park', '1201 Barton Springs Rd', 'Apt 4', 'Austin, TX 78704', 'United States'],
  items: Array.from({ length: items }, (_, index) => ({
    title: `Item ${index}, ${'hand-thrown '.repeat(index % 9)}mug`,
    detail: `Blue · MUG-${index}`,
    quantity: index + 1,
    ordered: index + 1,
  })),
  giftMessage: '',
  buyerNote: '',
  ...changes,
});

const textsOf = (slip: PackingSlip): Text[][] =>
  drawPackingSlip(slip).map(({ marks }) => marks.filter((mark) => mark.kind === 'text'));

describe('a packing slip', () => {
  it.each([1, 12, 60, 500])('lists each of %i items once, on numbered pages', (items) => {
    const pages = textsOf(aSlip(items));
    const all = pages.flat().map(({ text }) => text);
    for (let item = 0; item < items; item += 1)
      expect(all.filter((text) => text === `Blue · MUG-${item}`)).toHaveLength(1);
    for (const [index, page] of pages.entries()) {
      const texts = page.map(({ text }) => text);
      expect(texts).toContain(`Page ${index + 1} of ${pages.length}`);
      expect(texts).toContain('Quantity');
    }
  });

  it('stays within the edges, even with long or foreign text', () => {
    const slip = aSlip(30, {
      store: 'A store with a name that is far too long for one line of a label printer',
      number: 'ORDER-2026-11-17-000000000000001',
      shipTo: ['محمد العربي', '東京都'.repeat(20), `${'Very'.repeat(30)} Long Street`],
      giftMessage: `Happy birthday 🎂\n${'Much love. '.repeat(80)}`,
      buyerNote: 'Leave at the back door.',
    });
    for (const { x, baseline, size, bold, align, text } of textsOf(slip).flat()) {
      const width = widthOfText(text, size, bold);
      const left = align === 'left' ? x : align === 'right' ? x - width : x - width / 2;
      expect(left).toBeGreaterThanOrEqual(EDGE.left);
      expect(left + width).toBeLessThanOrEqual(EDGE.right);
      expect(baseline).toBeLessThanOrEqual(EDGE.bottom);
    }
  });

  it('shows which part of the order is in this parcel, and the messages, but no prices', () => {
    const [page = []] = textsOf(
      aSlip(0, {
        parcel: '1 of 2',
        items: [{ title: 'Mug', detail: '', quantity: 1, ordered: 3 }],
        giftMessage: 'Enjoy!',
        buyerNote: 'Leave at the back door.',
      }),
    );
    const texts = page.map(({ text }) => text);
    expect(texts).toEqual(
      expect.arrayContaining([
        'Package 1 of 2',
        '1 of 3',
        'Gift message',
        'Enjoy!',
        'Leave at the back door.',
      ]),
    );
    expect(texts.join(' ')).not.toContain('$');
  });

  it('has a bar code of the order number, unless it would be too dense to scan', () => {
    const hasBars = (number: string) =>
      drawPackingSlip(aSlip(1, { number })).some(({ marks }) => marks.some(({ kind }) => kind === 'linear'));
    expect(hasBars('#1001')).toBe(true);
    expect(hasBars('X'.repeat(40))).toBe(false);
    expect(hasBars('注文')).toBe(false);
  });

  it('is merged with labels into one PDF', async () => {
    const slip = makePackingSlip(aSlip(40));
    const pdf = await buffer(new LabelEngine().pdf([slip, slip], { paper: '4x6' }, () => expect.fail()));
    const pages = documentPagesOf(slip.bytes)?.length ?? 0;
    expect(pages).toBeGreaterThan(1);
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page[^s]/g)).toHaveLength(2 * pages);
  });
});
