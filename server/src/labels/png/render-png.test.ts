import { inflateSync } from 'node:zlib';
import { CARRIERS } from '@lading/contract/parcel.ts';
import { describe, expect, it } from 'vitest';
import { labelContent } from '../content/label-content.ts';
import { leftOf, RESOLUTIONS } from '../drawing/drawing.ts';
import { anOrder, SERVICES } from '../label-order.fixture.ts';
import { drawLabel } from '../layout/draw-label.ts';
import { rasterise, renderPng } from './render-png.ts';

describe('a label as PNG', () => {
  it.each(RESOLUTIONS)('is 4 × 6 inches at %s dpi', (resolution) => {
    const png = Buffer.from(
      renderPng(drawLabel(labelContent(anOrder('USPS'), SERVICES.USPS.number), resolution)),
    );
    expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([4 * resolution, 6 * resolution]);
    const data = png.indexOf('IDAT');
    const rows = inflateSync(png.subarray(data + 4, data + 4 + png.readUInt32BE(data - 4)));
    expect(rows.length).toBe((1 + Math.ceil((4 * resolution) / 8)) * 6 * resolution);
  });

  it.each(CARRIERS.flatMap((carrier) => RESOLUTIONS.map((resolution) => [carrier, resolution] as const)))(
    'has every module of the linear bar codes of %s at %s dpi',
    (carrier, resolution) => {
      const drawing = drawLabel(labelContent(anOrder(carrier), SERVICES[carrier].number), resolution);
      const bitmap = rasterise(drawing);
      for (const mark of drawing.marks) {
        if (mark.kind !== 'linear') continue;
        const y = mark.y + Math.floor(mark.height / 2);
        const shown = Array.from({ length: mark.symbol.modules * mark.module }, (_, at) =>
          bitmap.isDark(leftOf(mark) + at, y) ? 1 : 0,
        );
        const wanted = [...mark.symbol.widths].flatMap((width, at) =>
          new Array<number>(width * mark.module).fill(at % 2 === 0 ? 1 : 0),
        );
        expect(shown).toEqual(wanted);
      }
    },
  );

  it('draws every letter of an address, including accents, within its line', () => {
    const blank = rasterise({ resolution: 203, width: 400, height: 100, marks: [] });
    const line = {
      kind: 'text',
      x: 20,
      baseline: 70,
      size: 40,
      bold: true,
      white: false,
      align: 'left',
    } as const;
    const inked = (text: string) => {
      const bitmap = rasterise({ resolution: 203, width: 400, height: 100, marks: [{ ...line, text }] });
      let dark = 0;
      for (let y = 0; y < 100; y++) for (let x = 0; x < 400; x++) if (bitmap.isDark(x, y)) dark += 1;
      return dark;
    };
    expect(blank.isDark(20, 50)).toBe(false);
    expect(inked('E')).toBeGreaterThan(100);
    expect(inked('É')).toBeGreaterThan(inked('E'));
    expect(inked('—')).toBeGreaterThan(50);
  });

  it('draws the trademark sign as two separate superscript letters', () => {
    const mark = { kind: 'text', x: 0, baseline: 90, size: 100, bold: true, white: false } as const;
    const bitmap = rasterise({
      resolution: 203,
      width: 110,
      height: 100,
      marks: [{ ...mark, align: 'left', text: '™' }],
    });
    const columnIsDark = (x: number) =>
      Array.from({ length: 100 }, (_, y) => bitmap.isDark(x, y)).includes(true);
    const columns = Array.from({ length: 110 }, (_, x) => (columnIsDark(x) ? '#' : ' ')).join('');
    expect(columns.trim().split(/ +/)).toHaveLength(2);
    const rows = Array.from({ length: 100 }, (_, y) => y).filter((y) =>
      Array.from({ length: 110 }, (_, x) => bitmap.isDark(x, y)).includes(true),
    );
    expect(rows.at(-1)).toBeLessThan(65);
  });
});
