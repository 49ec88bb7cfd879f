import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countryName } from './countries.ts';
import { cpuGrowth, MAX_CPU_GROWTH } from './cpu-growth.fixture.ts';
import { pasteAddress } from './paste-address.ts';
import { provinceName, stateName } from './regions.ts';
import { inTier } from './tier.fixture.ts';

/** Words found in and around addresses, in random order. */
const WORDS = [
  ...['Jane', 'Doe', 'Acme', 'Inc.', 'c/o', 'Attn', 'Thank', 'you', 'Ñandú', 'é', 'M', 'P', 'T', '½', '1/2'],
  ...['12', '4B', '123', 'Main', 'Oak', 'St', 'Street', 'Ave', 'Road', 'N', 'NW', 'West', '34th', 'Floor'],
  ...[
    'Apt',
    'Suite',
    'Unit',
    'Apt: 5',
    '#',
    '#4',
    'PO',
    'P.O.',
    'Box',
    'RR',
    'HC',
    'PSC',
    'General',
    'Delivery',
  ],
  ...[
    'Austin',
    'New York',
    'San Francisco',
    'Mobile',
    'Washington',
    'TX',
    'CA',
    'ON',
    'Texas',
    'Ontario',
    'D.C.',
  ],
  ...[
    '78701',
    '94103-1741',
    '787011234',
    'K1A 0A9',
    'k1a0a9',
    '10115',
    'SW1A 2AA',
    'Canada',
    'Germany',
    'US',
  ],
  ...['Japan', 'Tokyo', '105-0011', 'Australia', 'NSW', '2000', 'Ireland', 'Co. Cork', 'Italy', '(RM)'],
  ...['1015 CJ', 'Netherlands', 'Singapore', '018956', 'Kent', 'United Kingdom', 'Via Roma', '10', 'CDMX'],
  ...['jane@example.com', '(512) 555-0142', '512-555-0142', '5125550142', '+49 30 1234567', '555-0142'],
];
const word = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 1, arbitrary: fc.nat(99_999).map(String) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 6 }) },
);
const gap = fc.constantFrom(' ', ' ', ' ', ', ', '\n', '\n', '  ', ' - ', '; ', '\t', ' | ');
const pasted = fc
  .array(fc.tuple(word, gap), { maxLength: 16 })
  .map((pieces) => pieces.flat().join(''))
  // Invisible characters are removed, and `Mobile` before a number is its label.
  .filter((text) => !/[\u200b-\u200f\ufeff]|mobile\W*\d/i.test(text));

/** Without accents, which are lost when a state or country becomes a code. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Words of the text that are missing from the result, counting repetitions. */
function lostWords(text: string): string[] {
  const { fields, leftover } = pasteAddress(text);
  const { state, country, zipCode } = fields;
  const names = `${stateName(state)} ${provinceName(state)} ${countryName(country) ?? ''}`;
  const kept = wordsOf(`${Object.values(fields).join(' ')} ${leftover} ${names} d c`);
  const code = zipCode.toLowerCase().replace(/[^a-z0-9]/g, '');
  return wordsOf(text).filter((each) => {
    const at = kept.indexOf(each);
    if (at >= 0) kept.splice(at, 1);
    return at < 0 && !code.includes(each);
  });
}

describe('a pasted text', () => {
  it('keeps every word in a field or the leftover', () => {
    fc.assert(
      fc.property(pasted, (text) => {
        expect(lostWords(text)).toEqual([]);
      }),
      { numRuns: inTier(800, 3000) },
    );
  });

  it('keeps every word of an overlong text', () => {
    const overlong = fc
      .array(pasted, { minLength: 40, maxLength: 60 })
      .map((texts) => texts.join(' filling ').replaceAll(':', ''));
    fc.assert(
      fc.property(overlong, (text) => {
        expect(lostWords(text)).toEqual([]);
      }),
      { numRuns: 20, endOnFailure: true },
    );
  });

  it.each([
    `a@${'a.'.repeat(50_000)}`,
    'a@'.repeat(1000),
    `${'1'.repeat(1999)}x`,
    '1 '.repeat(1000),
    '+1 '.repeat(660),
    '(512) '.repeat(330),
    'phone '.repeat(330),
    'Apt '.repeat(500),
    '1 st '.repeat(400),
    'a, '.repeat(660),
    `${'a '.repeat(999)}: b`,
    `${' '.repeat(1999)}x`,
    '-'.repeat(2000),
    'po box '.repeat(280),
    'New York '.repeat(220),
  ])('takes time in proportion to its length, text %# (IN05)', (text) => {
    expect(cpuGrowth((part) => pasteAddress(part, () => false), text)).toBeLessThan(MAX_CPU_GROWTH);
  });
});
