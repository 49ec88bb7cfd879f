import { isChanged } from '@lading/contract/address-change.ts';
import { cpuGrowth, MAX_CPU_GROWTH } from '@lading/contract/cpu-growth.fixture.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inTier } from '../../../../test/tier.ts';
import type { AddressToCheck } from '../port.ts';
import { settled } from '../port-suite.ts';
import {
  DIRECTIONALS,
  NUMBER_WORDS,
  NUMBERED_ROADS,
  SUFFIXES,
  UNITS_ALONE,
  UNITS_WITH_NUMBER,
} from './data/street-words.ts';
import { theGazetteer } from './gazetteer.ts';
import { verifyAddress } from './verify-address.ts';

const verify = (address: AddressToCheck) => verifyAddress(theGazetteer(), address);

/** Every word that a rule looks for, and words that look similar. */
const WORDS = [
  ...[SUFFIXES, DIRECTIONALS, UNITS_WITH_NUMBER, UNITS_ALONE, NUMBERED_ROADS, NUMBER_WORDS].flatMap(
    (table) => [...table.keys()],
  ),
  ...[
    'PO',
    'BOX',
    'P.O.',
    'DRAWER',
    'RR',
    'HC',
    'PSC',
    'CMR',
    'USS',
    'PMB',
    'GENERAL',
    'DELIVERY',
    'No',
    'c/o',
  ],
  ...[
    'Oak',
    'McDonald',
    "O'Farrell",
    'Ñandú',
    'Ørsted',
    'ü',
    'A',
    'B.',
    'N.W.',
    '#',
    '-',
    '½',
    '1/2',
    '39.2',
  ],
  ...['2nd', '003rd', '12-34', '60E', 'N95W18855', '100-A', 'I-35', 'APT4', '#4', 'Box12', 'LOT-3', '3RD-FL'],
];
const arbitraryText = fc.string({ unit: 'grapheme', maxLength: 8 });
const word = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 2, arbitrary: fc.constantFrom(...WORDS).map((text) => text.toLowerCase()) },
  { weight: 2, arbitrary: fc.nat(99_999).map(String) },
  { weight: 1, arbitrary: arbitraryText },
);
const line = fc
  .array(fc.tuple(word, fc.constantFrom(' ', ' ', ' ', ', ', '  ', '')), { maxLength: 9 })
  .map((pieces) => pieces.flat().join(''));

const PLACES = [
  ['San Francisco', 'CA', '94103', 'US'],
  ['austin,', 'Texas', '78701-1234', 'USA'],
  ['Hollywood', 'CA', '90028', ''],
  ['Apo', 'AE', '09499', 'US'],
  ['Ramstein', 'AE', '09001', 'DE'],
  ['San Juan', '', '00901', 'PR'],
  ['', '', '02139', 'US'],
  ['Cambridge', 'MA', '2139', 'US'],
  ['Zap', 'ND', '', 'US'],
  ['St. Louis', 'mo', '63101-0000', 'US'],
  ['Ottawa', 'Ontario', 'k1a0a9', 'Canada'],
  ['London', '', 'sw1a2aa', 'GB'],
  ['Berlin ,.', ' ;', 'D-10115', 'Germany'],
] as const;
const place = fc
  .constantFrom(...PLACES)
  .chain((known) =>
    fc.tuple(...known.map((text) => fc.oneof({ weight: 9, arbitrary: fc.constant(text) }, arbitraryText))),
  )
  .map(([city = '', state = '', zip = '', country = '']) => ({ city, state, zip, country }));
const address = fc
  .tuple(line, fc.oneof(fc.constant(''), line), place)
  .map(([street1, street2, rest]): AddressToCheck => ({ street1, street2, ...rest }));

/** Lines that need a second pass, because the first pass puts words together that then mean something else. */
const TWO_PASS_LINES = [
  '3RD-FL ISLNDS, FRDS unit',
  'No 91904 8529-walk US DM flts SLIP',
  '#4 APT',
  'vis APT RM lgts BCH hllw',
];
const SAN_JUAN = { street2: '', city: 'San Juan', state: 'PR', zip: '00901', country: 'US' };

/** Texts that make bad regular expressions slow. */
const SLOW = [
  'a@'.concat('a.'.repeat(50_000)),
  '1'.repeat(50_000),
  '1 '.repeat(150),
  '- '.repeat(150),
  'N '.repeat(150),
]
  .concat([
    'apt '.repeat(75),
    '#'.repeat(300),
    `${' '.repeat(299)}x`,
    `${'1'.repeat(299)}x`,
    ',;.'.repeat(100),
  ])
  .concat(['PO '.repeat(40), '1-'.repeat(60), 'A.'.repeat(60), `${'0'.repeat(118)}th`, 'Ü'.repeat(300)]);

describe('verification', () => {
  it('is stable: a suggestion is valid and does not change again', () => {
    fc.assert(
      fc.property(address, (entered) => {
        const suggestion = settled(verify(entered));
        if (suggestion) expect(verify(suggestion)).toMatchObject({ verdict: 'valid', address: suggestion });
      }),
      { numRuns: inTier(1000, 3000), examples: TWO_PASS_LINES.map((street1) => [{ ...SAN_JUAN, street1 }]) },
    );
  });

  it('calls an address corrected exactly when its suggestion counts as changed', () => {
    fc.assert(
      fc.property(address, (entered) => {
        const verdict = verify(entered);
        const suggestion = settled(verdict);
        if (suggestion) expect(isChanged(entered, suggestion)).toBe(verdict.verdict === 'corrected');
      }),
      { numRuns: inTier(300, 1000) },
    );
  });

  it('answers any input, and gives a reason for every rejection', () => {
    const anything = fc.string({ unit: 'binary', maxLength: 400 });
    const fields = { street1: anything, street2: anything, city: anything, state: anything, zip: anything };
    fc.assert(
      fc.property(
        fc.record({ ...fields, country: fc.oneof(anything, fc.constantFrom('US', 'CA', 'GB')) }),
        (entered) => {
          const verdict = verify(entered);
          if (verdict.verdict === 'invalid') expect(verdict.messages.join('')).not.toBe('');
        },
      ),
      { numRuns: inTier(300, 1000) },
    );
  });

  it.each(SLOW)('takes time in proportion to the length of text %# in any field (IN05)', (text) => {
    const good = {
      street1: '965 Mission St',
      street2: '',
      city: 'San Francisco',
      state: 'CA',
      zip: '94103',
      country: 'US',
    };
    for (const country of ['US', 'CA', 'GB'])
      for (const field of Object.keys(good))
        expect(
          cpuGrowth((part) => verify({ ...good, country, [field]: part }), text),
          `${country} ${field}`,
        ).toBeLessThan(MAX_CPU_GROWTH);
  });
});
