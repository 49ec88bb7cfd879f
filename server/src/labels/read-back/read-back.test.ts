import type { PostalAddress } from '@lading/contract/address.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inTier } from '../../../test/tier.ts';
import { SERVICES } from '../../providers/label-providers/builtin/data/services.ts';
import {
  isNumberedService,
  makeTrackingNumber,
} from '../../providers/label-providers/builtin/tracking/number-maker.ts';
import { labelContent } from '../content/label-content.ts';
import { type Drawing, RESOLUTIONS, type Resolution } from '../drawing/drawing.ts';
import { maxiCodeShape } from '../drawing/maxicode-shape.ts';
import { anOrder } from '../label-order.fixture.ts';
import { drawLabel } from '../layout/draw-label.ts';
import { makeLabel } from '../make-label.ts';
import { pageOf } from '../pdf/stored-page.ts';
import { rasterise, renderPng } from '../png/render-png.ts';
import type { LabelRequest } from '../port.ts';
import { expectedCodes, FIELD_END } from './expected-codes.fixture.ts';
import { pictureOfPage } from './page-picture.fixture.ts';
import { cropped, halved, type Picture, pictureOf } from './picture.fixture.ts';
import { readCodes } from './read-codes.fixture.ts';

/**
 * Renders labels and reads their bar codes with an independent reader. Every run reads one label of each service
 * and destination; `LADING_LABELS=200 LADING_SEED=7` reads 200 of each, with other random data for every seed.
 */
const COUNT = Number(process.env.LADING_LABELS ?? 1);
const SEED = Number(process.env.LADING_SEED ?? 20261115);

const digits = (length: number) =>
  fc.array(fc.nat(9), { minLength: length, maxLength: length }).map((list) => list.join(''));
const streetName = fc.constantFrom('Market', 'Saint-Denis', 'Königs', "O'Brien", 'Martin Luther King');
const streetKind = fc.constantFrom('Street', 'Ave', 'Boulevard Northeast');
const person = {
  name: fc.constantFrom('Maria Gonzalez', 'Zoë Ostby-Lund', "Jürgen O'Neil", 'A. B. Smith'),
  street1: fc.tuple(fc.nat(99_999), streetName, streetKind).map((parts) => parts.join(' ')),
};
const atHome: fc.Arbitrary<Partial<PostalAddress>> = fc.record({
  ...person,
  city: fc.constantFrom('San Francisco', 'Portland', 'Winston-Salem', 'Rancho Santa Margarita'),
  state: fc.constantFrom('CA', 'NY', 'PR'),
  zip: fc.oneof(
    digits(5),
    fc.tuple(digits(5), digits(4)).map((parts) => parts.join('-')),
  ),
});
const PLACES = [
  { country: 'CA', state: 'QC', city: 'Montréal', zip: 'H2Y 1S1' },
  { country: 'DE', state: '', city: 'Berlin', zip: '10115' },
  { country: 'GB', state: '', city: 'London', zip: 'SW1A 1AA' },
  { country: 'JP', state: '', city: 'Tokyo', zip: '100-0005' },
  { country: 'HK', state: '', city: 'Kowloon', zip: '' },
];
const abroad: fc.Arbitrary<Partial<PostalAddress>> = fc
  .record({ ...person, place: fc.constantFrom(...PLACES) })
  .map(({ place, ...rest }) => ({ ...rest, ...place }));
const parcel = fc.record({ weight: fc.integer({ min: 1, max: 700 }), serial: fc.nat(900_000) });

interface Sample {
  order: LabelRequest;
  number: string;
}

function samplesOf(service: (typeof SERVICES)[number], to: fc.Arbitrary<Partial<PostalAddress>>): Sample[] {
  return fc
    .sample(fc.tuple(to, parcel), { numRuns: COUNT, seed: SEED })
    .map(([address, { weight, serial }]) => {
      const order = anOrder(service.carrier, address);
      const rate = { ...order.rate, service: service.code, serviceName: service.name };
      if (!isNumberedService(service.code)) throw new Error(`${service.code} has no tracking numbers`);
      return {
        order: { ...order, rate, parcel: { ...order.parcel, weightLb: weight / 10 } },
        number: makeTrackingNumber(service.code, serial),
      };
    });
}

function pictureOfDrawing(drawing: Drawing): Picture {
  const bitmap = rasterise(drawing);
  return pictureOf(bitmap.width, bitmap.height, (x, y) => bitmap.isDark(x, y));
}

const QUIET = 8;

/** The reader finds MaxiCode only in an image without anything else. */
function maxiCodeOf(picture: Picture, drawing: Drawing): Picture | null {
  const mark = drawing.marks.find(({ kind }) => kind === 'hexagons');
  if (mark?.kind !== 'hexagons') return null;
  const { width, height } = maxiCodeShape(drawing.resolution);
  const side = (length: number) => Math.ceil(length) + 2 * QUIET;
  return cropped(picture, mark.x - QUIET, mark.y - QUIET, side(width), side(height));
}

/** The image of the drawing; a test can pass its file to the reader instead. */
async function expectAllRead(drawing: Drawing, picture: Picture, sample: Sample, file?: Uint8Array) {
  const expected = expectedCodes(sample.order, sample.number);
  const maxiCode = maxiCodeOf(picture, drawing);
  const codes = await readCodes(file ?? picture, ['Code128', 'PDF417']);
  if (maxiCode) codes.push(...(await readCodes(maxiCode, ['MaxiCode'])));
  const isMessage = (code: string) => code.startsWith('[)>');
  expect(codes.filter((code) => !isMessage(code))).toEqual(expected.linear);
  const messages = codes.filter(isMessage);
  expect(messages).toHaveLength(expected.fields.length > 0 ? 1 : 0);
  for (const message of messages)
    expectFields(
      message.split(FIELD_END).map((field) => field.trimEnd()),
      expected.fields,
    );
}

/** Only street and city may be truncated. */
function expectFields(read: string[], expected: string[]) {
  expect(read).toHaveLength(expected.length);
  expected.forEach((field, at) => {
    const isPlace = at === 13 || at === 14;
    if (isPlace) expect(field.startsWith(read[at] ?? '?') && (read[at]?.length ?? 0) >= 4).toBe(true);
    else expect(read[at]).toBe(field);
  });
}

/** The quick tier reads a service's PNG at one resolution and its PDF at the other. */
const resolutionsOf = (turn: number) =>
  inTier<readonly Resolution[]>(
    RESOLUTIONS.filter((_, at) => at === turn % 2),
    [...RESOLUTIONS],
  );

const cases = SERVICES.map((service, turn) => {
  const international = service.class === 'international';
  return {
    service,
    where: international ? 'international' : 'domestic',
    to: international ? abroad : atHome,
    turn,
  };
});

describe.each(cases)('$service.carrier $service.name $where', ({ service, to, turn }) => {
  const samples = samplesOf(service, to);

  it.each(resolutionsOf(turn))('is readable from its PNG at %s dpi', async (resolution) => {
    for (const sample of samples) {
      const drawing = drawLabel(labelContent(sample.order, sample.number), resolution);
      await expectAllRead(drawing, pictureOfDrawing(drawing), sample, renderPng(drawing));
    }
  });

  it.each(resolutionsOf(turn + 1))('is readable from its PDF printed at %s dpi', async (resolution) => {
    for (const sample of samples) {
      const drawing = drawLabel(labelContent(sample.order, sample.number), resolution);
      const picture = pictureOfPage(pageOf(makeLabel(sample.order, sample.number).bytes), resolution);
      await expectAllRead(drawing, picture, sample);
    }
  });

  /**
   * Only bars with an even number of dots stay sharp: those of all tracking numbers at 300 dpi. At 203 dpi they have
   * three dots, which become one and a half, and the reader misses about half of the labels.
   */
  it('is readable on a screen that shows its 300 dpi PNG at half size', async () => {
    for (const sample of samples) {
      const drawing = drawLabel(labelContent(sample.order, sample.number), 300);
      const marks = drawing.marks
        .filter((mark) => mark.kind === 'linear')
        .sort((one, other) => one.y - other.y);
      const { linear } = expectedCodes(sample.order, sample.number);
      const sharp = linear.filter((_, at) => (marks[at]?.module ?? 1) % 2 === 0);
      expect(sharp.some((code) => code.includes(sample.number))).toBe(true);
      const read = await readCodes(halved(pictureOfDrawing(drawing)), ['Code128']);
      expect(read).toEqual(expect.arrayContaining(sharp));
    }
  });
});
