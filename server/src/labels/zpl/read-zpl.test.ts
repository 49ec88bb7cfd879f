import { describe, expect, it } from 'vitest';
import { SERVICES } from '../../providers/label-providers/builtin/data/services.ts';
import {
  isNumberedService,
  makeTrackingNumber,
} from '../../providers/label-providers/builtin/tracking/number-maker.ts';
import { labelContent } from '../content/label-content.ts';
import { RESOLUTIONS } from '../drawing/drawing.ts';
import { anOrder, SERVICES as SAMPLES } from '../label-order.fixture.ts';
import { drawLabel } from '../layout/draw-label.ts';
import { expectedCodes, FIELD_END } from '../read-back/expected-codes.fixture.ts';
import { readZpl } from './read-zpl.fixture.ts';
import { renderZpl } from './render-zpl.ts';

const CANADA = {
  street1: '500 rue Saint-Jacques',
  city: 'Montreal',
  state: 'QC',
  zip: 'H2Y 1S1',
  country: 'CA',
};
const cases = SERVICES.flatMap((service) => RESOLUTIONS.map((resolution) => ({ service, resolution })));

describe.each(cases)(
  'ZPL of $service.carrier $service.name for $resolution dpi',
  ({ service, resolution }) => {
    const order = anOrder(service.carrier, service.class === 'international' ? CANADA : {});
    const rate = { ...order.rate, service: service.code, serviceName: service.name };
    const number = isNumberedService(service.code) ? makeTrackingNumber(service.code, 4711) : '';
    const drawing = drawLabel(labelContent({ ...order, rate }, number), resolution);
    const fields = readZpl(renderZpl(drawing));
    const expected = expectedCodes({ ...order, rate }, number);

    it('has bar codes with the stored number and route', () => {
      const linear = fields.filter(({ kind }) => kind === 'code128').sort((one, other) => one.y - other.y);
      expect(linear.map(({ data }) => data)).toEqual(expected.linear);
      for (const { parameters, module } of linear) {
        const [orientation, height, line, above, check, mode] = parameters;
        expect([orientation, line, above, check, mode]).toEqual(['N', 'N', 'N', 'N', 'N']);
        expect(Number(height)).toBeGreaterThan(resolution / 2);
        // Every dock scanner can read modules of ten thousandths of an inch.
        expect(module / resolution).toBeGreaterThanOrEqual(0.0096);
      }
    });

    it('has the escaped message of the two-dimensional code', () => {
      const [pdf417] = fields.filter(({ kind }) => kind === 'pdf417');
      const [maxiCode] = fields.filter(({ kind }) => kind === 'maxicode');
      const { fields: wanted } = expected;
      if (pdf417) {
        const read = pdf417.data.split(FIELD_END);
        expect(read).toEqual(wanted);
        const [, rowModules, level, columns] = pdf417.parameters.map(Number);
        expect([level, columns]).toEqual([4, 10]);
        expect(rowModules).toBeGreaterThanOrEqual(3);
        expect(rowModules).toBeLessThanOrEqual(5);
      } else if (maxiCode) {
        const home = order.to.country === 'US';
        const primaryLength = home ? 15 : 12;
        expect(maxiCode.parameters).toEqual([home ? '2' : '3', '1', '1']);
        const [, , zip = '', country = '', serviceClass = '', ...others] = wanted;
        expect(maxiCode.data.slice(0, primaryLength)).toBe(
          `${serviceClass}${country}${zip.slice(2).padEnd(primaryLength - 6, home ? '0' : ' ')}`,
        );
        const read = maxiCode.data.slice(primaryLength).split(FIELD_END);
        expect(read.slice(0, 2)).toEqual(['[)>', '01']);
        expect(read.slice(2, 10)).toEqual([`96${others[0]}`, ...others.slice(1, 8)]);
        expect(others[8]?.startsWith(read[10] ?? '?')).toBe(true);
      } else expect(wanted).toEqual([]);
    });

    it('keeps every field on the label', () => {
      for (const { x, y } of fields) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThan(4 * resolution);
        expect(y).toBeLessThan(6 * resolution);
      }
    });
  },
);

describe('text in an address', () => {
  it.each(['A^B~C_D', 'UNIT \\& 7', 'C:\\NEW', '_5E', '^XZ~JR', '™ é “quoted” –'])(
    'reaches the printer as text: %s',
    (name) => {
      for (const carrier of ['USPS', 'UPS', 'FedEx', 'DHL'] as const) {
        const order = anOrder(carrier, { name, street1: name });
        const drawing = drawLabel(labelContent(order, SAMPLES[carrier].number));
        const texts = drawing.marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []));
        const fields = readZpl(renderZpl(drawing));
        expect(fields.filter(({ kind }) => kind === 'text').map(({ data }) => data)).toEqual(texts);
        const stacked = drawing.marks.flatMap((mark) => (mark.kind === 'stacked' ? [mark.text] : []));
        expect(fields.filter(({ kind }) => kind === 'pdf417').map(({ data }) => data)).toEqual(stacked);
      }
    },
  );
});
