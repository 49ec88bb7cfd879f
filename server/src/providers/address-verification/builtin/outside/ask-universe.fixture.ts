import { parse } from '@universe/address-parser';
import { DIRECTIONALS, SUFFIXES, UNITS_ALONE, UNITS_WITH_NUMBER } from '../data/street-words.ts';
import { type Parts, unitText } from './compare-parts.fixture.ts';
import type { OutsideVector } from './read-vectors.fixture.ts';

const LAST_LINE = 'Austin, TX 78701';
const NAMES = [
  'Oak',
  'Fat Duck',
  'Martin Luther King',
  "O'Farrell",
  '2nd',
  '42nd',
  'Van Wyck',
  'Cherry Hill',
];
const NUMBERS = ['1', '123', '12A', '10-20', '99999'];
const BOXES = ['PO Box 12', 'P.O. Box 12', 'Post Office Box 12', 'POB 12', 'PO Box A', 'P O Box 9999'];
const MILITARY = ['PSC 3 Box 41', 'CMR 450 Box 12', 'Unit 2050 Box 4190'];

/** Every word of our tables in its position, and some names and numbers in all combinations. */
function streets(): string[] {
  const directionals = [...DIRECTIONALS.keys()];
  const designators = [...UNITS_WITH_NUMBER.keys()].map((word) => `${word} 4`);
  return [
    ...[...SUFFIXES.keys()].map((suffix) => `123 Oak ${suffix}`),
    ...directionals.flatMap((word) => [`123 ${word} Oak St`, `123 Oak St ${word}`]),
    ...[...designators, ...UNITS_ALONE.keys(), '# 4', '#4', 'APT 4B', 'STE 100-A'].flatMap((unit) => [
      `123 Oak St ${unit}`,
      `123 Oak St, ${unit}`,
    ]),
    ...NAMES.flatMap((name) => NUMBERS.map((number) => `${number} N ${name} Ave`)),
    ...NAMES.flatMap((name) => [`123 ${name} Street SW Apt 5`, `123 E ${name} Boulevard, Suite 200`]),
  ].map((street) => `${street}, ${LAST_LINE}`);
}

/** The package has no test vectors, so we run its parser on addresses made from our tables. */
export function universeVectors(): OutsideVector[] {
  const boxes = BOXES.map((box) => `${box}, ${LAST_LINE}`);
  const military = MILITARY.map((line) => `${line}, APO AE 09001`);
  return [...streets(), ...boxes, ...military].map((text) => ({ text, parts: partsOf(parse(text)) }));
}

function partsOf(said: ReturnType<typeof parse>): Parts {
  const isBox = said.unitAbbr === 'BOX';
  return {
    number: said.number ?? '',
    preDirectional: said.streetPreDir ?? '',
    name: said.streetName ?? '',
    suffix: said.streetType ?? '',
    postDirectional: said.streetPostDir ?? '',
    unit: isBox ? '' : unitText(said.unitAbbr, said.unitNum),
    box: isBox ? (said.unitNum ?? '') : '',
    city: said.city ?? '',
    state: said.state ?? '',
    zip: `${said.zip ?? ''}${said.zip4 ?? ''}`,
  };
}
