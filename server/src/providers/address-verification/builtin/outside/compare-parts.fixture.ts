import { normalizeCity, normalizeText } from '@lading/contract/normalize-text.ts';
import { pasteAddress } from '@lading/contract/paste-address.ts';
import { UNITS_ALONE, UNITS_WITH_NUMBER } from '../data/street-words.ts';
import { theGazetteer } from '../gazetteer.ts';
import { standardizeStreet } from '../standardize-street.ts';

export const STREET_PARTS = [
  'number',
  'preDirectional',
  'name',
  'suffix',
  'postDirectional',
  'unit',
  'box',
] as const;
export const PLACE_PARTS = ['city', 'state', 'zip'] as const;
export type Part = (typeof STREET_PARTS)[number] | (typeof PLACE_PARTS)[number];

/** The result of a parser: empty when the part does not exist, absent when the parser does not report it. */
export type Parts = Partial<Record<Part, string>>;

/** Our own result: parse the text as if pasted into a form, then standardize the street. */
export function ourParts(text: string): Parts {
  const { fields } = pasteAddress(text, (city, state) => theGazetteer().findCity(city, state) !== null);
  const { address, address2, city, state, zipCode: zip } = fields;
  const street = standardizeStreet(address2 === '' ? address : `${address}, ${address2}`);
  const unit = street.units.map(({ designator, id }) => `${designator} ${id}`).join(' ');
  return { ...street, unit, box: street.box ?? '', city, state, zip };
}

/** A unit with the standard abbreviation of its designator, so that spellings compare equal. */
export function unitText(designator: string | null | undefined, id: string | null | undefined): string {
  const word = (designator ?? '').toUpperCase();
  return `${UNITS_WITH_NUMBER.get(word) ?? UNITS_ALONE.get(word) ?? word} ${id ?? ''}`;
}

/** The parts that differ, each with both values. */
export function differences(theirs: Parts, ours: Parts, among: readonly Part[]): string[] {
  return among
    .filter((part) => theirs[part] !== undefined && comparable(part, theirs) !== comparable(part, ours))
    .map((part) => `${part}: theirs “${theirs[part]}”, ours “${ours[part]}”`);
}

function comparable(part: Part, parts: Parts): string {
  const text = parts[part] ?? '';
  if (part === 'city') return normalizeCity(text);
  return part === 'zip' ? text.replace(/[\s-]/g, '').toUpperCase() : normalizeText(text);
}
