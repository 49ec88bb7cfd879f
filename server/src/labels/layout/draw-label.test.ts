import { CARRIERS } from '@lading/contract/parcel.ts';
import { describe, expect, it } from 'vitest';
import { inTier } from '../../../test/tier.ts';
import { makeCustoms } from '../../providers/label-providers/builtin/rates/rate-request.fixture.ts';
import { labelContent } from '../content/label-content.ts';
import { type Drawing, leftOf, type Mark, RESOLUTIONS } from '../drawing/drawing.ts';
import { maxiCodeShape } from '../drawing/maxicode-shape.ts';
import { widthOfText } from '../drawing/win-ansi.ts';
import { anOrder, oddTexts, SERVICES } from '../label-order.fixture.ts';
import { drawLabel } from './draw-label.ts';
import { SAMPLE_NOTICE } from './sample-band.ts';

const LONG = {
  name: 'Bartholomew Maximilian Featherstonehaugh-Cholmondeley III',
  company:
    'International Consolidated Manufacturing and Distribution Cooperative of Northern California, Inc.',
  street1: '12345 North Martin Luther King Junior Memorial Boulevard Northeast Building 7',
  street2: 'Department of Receiving and Inspection, Loading Dock 14B, Attention Warehouse Supervisor',
  city: 'Rancho Santa Margarita',
  zip: '92688-4321',
};

interface Extent {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function extentOf(mark: Mark, { resolution }: Drawing): Extent {
  switch (mark.kind) {
    case 'box':
      return { left: mark.x, right: mark.x + mark.width, top: mark.y, bottom: mark.y + mark.height };
    case 'text': {
      const wide = widthOfText(mark.text, mark.size, mark.bold);
      const left = mark.x - (mark.align === 'left' ? 0 : mark.align === 'right' ? wide : wide / 2);
      return { left, right: left + wide, top: mark.baseline - 0.72 * mark.size, bottom: mark.baseline };
    }
    case 'linear': {
      const left = leftOf(mark) - 10 * mark.module;
      const right = leftOf(mark) + (mark.symbol.modules + 10) * mark.module;
      return { left, right, top: mark.y, bottom: mark.y + mark.height };
    }
    case 'stacked': {
      const right = leftOf(mark) + mark.symbol.modules * mark.module;
      return { left: leftOf(mark), right, top: mark.y, bottom: mark.y + mark.symbol.rows * mark.rowHeight };
    }
    case 'hexagons': {
      const { width, height } = maxiCodeShape(resolution);
      return { left: mark.x, right: mark.x + width, top: mark.y, bottom: mark.y + height };
    }
  }
}

/** Pairs of texts whose boxes overlap noticeably. */
function collisions(drawing: Drawing): string[] {
  const shown = drawing.marks
    .filter((mark) => mark.kind !== 'box')
    .map((mark) => ({ extent: extentOf(mark, drawing), name: mark.kind === 'text' ? mark.text : mark.kind }));
  return shown.flatMap((one, at) =>
    shown
      .slice(at + 1)
      .filter(
        (other) =>
          one.extent.left < other.extent.right - 1 &&
          other.extent.left < one.extent.right - 1 &&
          one.extent.top < other.extent.bottom - 1 &&
          other.extent.top < one.extent.bottom - 1,
      )
      .map((other) => `${one.name} | ${other.name}`),
  );
}

describe.each(CARRIERS)('a %s label', (carrier) => {
  const { number } = SERVICES[carrier];

  it.each(RESOLUTIONS)(
    'shows the sample notice, sender, recipient and tracking number at %s dpi',
    (resolution) => {
      const drawing = drawLabel(labelContent(anOrder(carrier), number), resolution);
      expect([drawing.width, drawing.height]).toEqual([4 * resolution, 6 * resolution]);
      const texts = drawing.marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []));
      expect(texts).toContain(SAMPLE_NOTICE);
      for (const line of [
        'DANA WHITFIELD',
        'PORTLAND OR 97210',
        'MARIA GONZALEZ',
        'SAN FRANCISCO CA 94103',
      ]) {
        expect(texts).toContain(line);
      }
      expect(texts.some((text) => text.replace(/\s/g, '').includes(number))).toBe(true);
      const notice = drawing.marks.find((mark) => mark.kind === 'text' && mark.text === SAMPLE_NOTICE);
      expect(notice).toMatchObject({ white: true, bold: true });
    },
  );

  it.each([
    ['ordinary', {}],
    ['long', LONG],
    ['foreign', { city: '東京都', name: '田中 さくら', state: '', zip: '100-0005', country: 'JP' }],
  ])('keeps all marks on the paper and apart for an %s address', (_kind, to) => {
    const drawing = drawLabel(labelContent(anOrder(carrier, to, 'REF '.repeat(40)), number));
    for (const mark of drawing.marks) {
      const extent = extentOf(mark, drawing);
      expect(extent.left).toBeGreaterThanOrEqual(0);
      expect(extent.top).toBeGreaterThanOrEqual(0);
      expect(extent.right).toBeLessThanOrEqual(drawing.width);
      expect(extent.bottom).toBeLessThanOrEqual(drawing.height);
    }
    expect(collisions(drawing)).toEqual([]);
  });

  it('marks where a long address was cut, and never cuts the city line', () => {
    const drawing = drawLabel(labelContent(anOrder(carrier, LONG), number));
    const texts = drawing.marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []));
    expect(texts.some((text) => text.endsWith('…'))).toBe(true);
    expect(texts).toContain('RANCHO SANTA MARGARITA CA 92688-4321');
  });

  it('is drawn for any address', () => {
    const texts = oddTexts(inTier(180, 600), 80);
    for (let at = 0; at < texts.length; at += 6) {
      const [name = '', company = '', street1 = '', city = '', state = '', zip = ''] = texts.slice(at);
      const country = state.slice(0, 2);
      const order = anOrder(carrier, { name, company, street1, city, state, zip, country }, name);
      expect(drawLabel(labelContent(order, texts[at + 1] ?? '')).marks.length).toBeGreaterThan(10);
    }
  });
});

describe('the letter of the contents on a DHL label', () => {
  const drawn = (content: Parameters<typeof drawLabel>[0]) =>
    drawLabel(content).marks.flatMap((mark) =>
      mark.kind === 'text' && /^[DP]$/.test(mark.text) ? [mark.text] : [],
    );
  const order = anOrder('DHL');

  it.each([
    ['documents', 'envelope', 'D'],
    ['documents', 'package', 'D'],
    ['merchandise', 'envelope', 'P'],
    ['merchandise', 'package', 'P'],
  ] as const)('for %s in the type %s is %s', (contentsType, type, letter) => {
    const parcel = { ...order.parcel, type };
    const customs = makeCustoms({ contentsType });
    expect(drawn(labelContent({ ...order, parcel, customs }, SERVICES.DHL.number))).toEqual([letter]);
  });

  it('stays as printed on labels that do not name their contents', () => {
    const parcel = { ...order.parcel, type: 'envelope' as const };
    const { documents: _, ...stored } = labelContent({ ...order, parcel }, SERVICES.DHL.number);
    expect(drawn(stored)).toEqual(['D']);
  });
});
