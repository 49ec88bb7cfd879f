import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressFormat } from './address-formats.ts';
import { countryName } from './countries.ts';
import { cpuGrowth, MAX_CPU_GROWTH } from './cpu-growth.fixture.ts';
import { ABROAD_SAMPLES } from './paste-abroad.samples.ts';
import { PASTE_SAMPLES } from './paste-address.samples.ts';
import { pasteAddress } from './paste-address.ts';
import { cityLine } from './place-line.ts';
import { readPostalCode } from './postal-code.ts';
import { inTier } from './tier.fixture.ts';

const COUNTRIES = 'CA GB AU DE FR JP MX NL IT ES IE SE NO DK CH AT BE NZ SG KR'.split(' ');
/** They write the house number after the street. */
const NUMBER_LAST = new Set('AT BE CH DE DK ES IT MX NL NO SE'.split(' '));

const filledFields = (text: string) =>
  Object.fromEntries(Object.entries(pasteAddress(text).fields).filter(([, value]) => value !== ''));

describe('a pasted address abroad', () => {
  it('has samples of the 20 countries that shops ship to most', () => {
    const sampled = new Set(ABROAD_SAMPLES.map(({ fields }) => fields.country));
    expect([...sampled].sort()).toEqual(COUNTRIES.toSorted());
  });

  it.each(ABROAD_SAMPLES.map((sample) => [sample.text, sample] as const))('is split: %j', (text, sample) => {
    expect(filledFields(text)).toEqual(sample.fields);
    expect(pasteAddress(text).leftover).toBe(sample.leftover ?? '');
  });

  it('is not seen in a US address', () => {
    for (const text of [
      'Jane Doe\n1234 NW Elm St\nPortland OR',
      'Jane Doe\n55 Rue de France\nBiloxi, MS 39530',
      'Jane Doe\n12 Germany Rd\nMexico, MO 65265',
      'Jane Doe\n12 Elm St\nSanta Fe 87501 New Mexico',
      'Jane Doe\n350 5TH AVE\nNEW YORK NY',
    ])
      expect([text, pasteAddress(text).fields.country]).toEqual([text, 'US']);
    for (const { text, fields } of PASTE_SAMPLES)
      expect([text, pasteAddress(text).fields.country]).toEqual([text, fields.country ?? '']);
  });
});

const STATES: Readonly<Record<string, string>> = {
  CA: 'ON',
  AU: 'VIC',
  JP: 'Kanagawa',
  KR: 'Gyeonggi-do',
  IT: 'TO',
  MX: 'Jal.',
};
/** The digits of the example in any order are a postal code, too. */
const codeOf = (country: string) =>
  fc
    .array(fc.integer({ min: 1, max: 9 }), { minLength: 8, maxLength: 8 })
    .map((digits) => addressFormat(country).zipExample.replace(/\d/g, () => String(digits.pop())))
    .filter((code) => readPostalCode(country, code) === code && !(country === 'IE' && !/^\w\d\d/.test(code)));

const written = fc.constantFrom(...COUNTRIES).chain((country) =>
  fc.record({
    country: fc.constant(country),
    fullName: fc.constantFrom('Jane Doe', 'Zoë Müller', 'José Peña', 'Li Wei'),
    number: fc.integer({ min: 1, max: 199 }),
    street: fc.constantFrom('Rosen Street', 'Station Road', 'Garden Lane'),
    city: fc.constantFrom('Nieuwstad', 'Port Alma', 'São Bento', 'Ålby'),
    zipCode: codeOf(country),
    state: fc.constant(STATES[country] ?? ''),
    separator: fc.constantFrom('\n', ', '),
  }),
);

describe('any address in the format of its country', () => {
  it('is split into the fields it was made of', () => {
    fc.assert(
      fc.property(written, ({ country, number, street, separator, ...fields }) => {
        const address = NUMBER_LAST.has(country) ? `${street} ${number}` : `${number} ${street}`;
        const place = cityLine({ ...fields, zip: fields.zipCode, country });
        const text = [fields.fullName, address, place, countryName(country)].join(separator);
        const { fields: read, leftover } = pasteAddress(text);
        expect([text, read, leftover]).toEqual([
          text,
          { ...fields, address, country, address2: '', phone: '', email: '' },
          '',
        ]);
      }),
      { numRuns: inTier(300, 1000) },
    );
  });
});

it.each([
  ...['1015 CJ '.repeat(250), 'SW1A 2AA '.repeat(220), '105-0011 '.repeat(220), 'D-10115 a '.repeat(200)],
  ...['12345 '.repeat(330), '1 2 '.repeat(500), 'Co. Cork '.repeat(220), '(a) '.repeat(500)],
])('takes time in proportion to its length, text %#', (text) => {
  for (const country of ['Germany', 'United Kingdom', 'Japan', 'Italy', 'Ireland'])
    expect(cpuGrowth((part) => pasteAddress(`${part}\n${country}`), text)).toBeLessThan(MAX_CPU_GROWTH);
});
