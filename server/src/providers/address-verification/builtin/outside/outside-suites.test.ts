import { describe, expect, it } from 'vitest';
import { universeVectors } from './ask-universe.fixture.ts';
import { differences, ourParts, type Part, PLACE_PARTS, STREET_PARTS } from './compare-parts.fixture.ts';
import { ADDRESSER, type Difference, PARSE_ADDRESS, UNIVERSE } from './differences.fixture.ts';
import { addresserVectors, type OutsideVector, parseAddressVectors } from './read-vectors.fixture.ts';

interface Suite {
  name: string;
  vectors: OutsideVector[];
  listed: readonly Difference[];
  /** As in the README: the number of vectors, and how many agree in all street parts and all place parts. */
  score: { vectors: number; streets: number; places: number };
}

const SUITES: Suite[] = [
  {
    name: 'the vectors of parse-address',
    vectors: parseAddressVectors(),
    listed: PARSE_ADDRESS,
    score: { vectors: 65, streets: 63, places: 65 },
  },
  {
    name: 'the vectors of addresser',
    vectors: addresserVectors(),
    listed: ADDRESSER,
    score: { vectors: 68, streets: 51, places: 68 },
  },
  {
    name: 'the parser of @universe/address-parser',
    vectors: universeVectors(),
    listed: UNIVERSE,
    score: { vectors: 788, streets: 726, places: 787 },
  },
];

describe.each(SUITES)('our parser compared with $name', ({ vectors, listed, score }) => {
  const differing = (among: readonly Part[]) =>
    vectors.flatMap(({ text, parts }) => {
      const found = differences(parts, ourParts(text), among);
      return found.length > 0 ? [{ text, found }] : [];
    });

  it('agrees on as many addresses as the README says', () => {
    expect({
      vectors: vectors.length,
      streets: vectors.length - differing(STREET_PARTS).length,
      places: vectors.length - differing(PLACE_PARTS).length,
    }).toEqual(score);
  });

  it('differs exactly where a reason is listed', () => {
    const excused = new Set(listed.flatMap(({ texts }) => texts));
    const all = differing([...STREET_PARTS, ...PLACE_PARTS]);
    expect(all.filter(({ text }) => !excused.has(text))).toEqual([]);
    expect([...excused].filter((text) => !all.some((item) => item.text === text))).toEqual([]);
  });
});
