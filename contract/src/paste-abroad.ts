import { addressFormat } from './address-formats.ts';
import { looksLikeStreet } from './paste-address-words.ts';
import { isRegionOf } from './paste-regions.ts';
import { readPostalCode } from './postal-code.ts';

/** City, state and postal code, with the segments before and after them. */
export interface LastLine {
  city: string;
  state: string;
  zipCode: string;
  country: string;
  before: string[];
  after: string[];
}

const CLASSES: Readonly<Record<string, string>> = {
  n: '\\d',
  a: '[A-Za-z]',
  '*': '[A-Za-z\\d]',
  ' ': '[ -]?',
  '-': '[ -]?',
};

interface CodePatterns {
  /** `D-10115 Berlin`. */
  leading: RegExp;
  /** `London SW1A 2AA`. */
  trailing: RegExp;
  /** `Hauptstr. 5 10115 Berlin`. */
  between: RegExp;
}

const patterns = new Map<string, CodePatterns | null>();

function patternsOf(country: string): CodePatterns | null {
  const known = patterns.get(country);
  if (known !== undefined) return known;
  const { zipShapes } = addressFormat(country);
  const codes = zipShapes
    .toSorted((a, b) => b.length - a.length)
    .map((shape) => [...shape].map((symbol) => CLASSES[symbol] ?? symbol).join(''))
    .join('|');
  const code = `(?:〒 ?)?((?:[A-Z]{1,3}-)?(?:${codes}))`;
  const found =
    zipShapes.length === 0
      ? null
      : {
          leading: new RegExp(`^${code}(?: (\\S.*))?$`),
          trailing: new RegExp(`^(?:(.*\\S) )?${code}$`),
          between: new RegExp(`^(\\S.*?) ${code} (\\p{L}.*)$`, 'u'),
        };
  patterns.set(country, found);
  return found;
}

interface FoundCode {
  at: number;
  code: string;
  /** Text of the segment before and after the code. */
  head: string;
  tail: string;
}

function findCode(segments: readonly string[], country: string): FoundCode | null {
  const all = patternsOf(country);
  if (!all) return null;
  for (let at = segments.length - 1; at >= 0; at -= 1) {
    const segment = segments[at] ?? '';
    const leading = all.leading.exec(segment);
    if (leading?.[1]) return { at, code: leading[1], head: '', tail: leading[2] ?? '' };
    const trailing = all.trailing.exec(segment);
    if (trailing?.[2] && !(at === 0 && segments.length > 1))
      return { at, code: trailing[2], head: trailing[1] ?? '', tail: '' };
    const between = all.between.exec(segment);
    if (between?.[1] && between[2] && between[3])
      return { at, code: between[2], head: between[1], tail: between[3] };
  }
  return null;
}

export const hasCodeOf = (country: string, segment: string): boolean => findCode([segment], country) !== null;

/** Reads city, region and postal code in the order of the country. */
export function readAbroad(segments: readonly string[], country: string): LastLine | null {
  const found = findCode(segments, country);
  if (!found) return readWithoutCode(segments, country);
  const { at, head, tail } = found;
  const line = {
    state: '',
    country: '',
    zipCode: readPostalCode(country, found.code) ?? found.code,
    before: segments.slice(0, at),
    after: segments.slice(at + 1),
  };
  if (tail !== '') {
    const before = head === '' ? line.before : [...line.before, head];
    return withRegionAfter({ ...line, city: tail, before }, country);
  }
  if (head !== '') return withRegionBefore({ ...line, before: [...line.before, head], city: '' }, country);
  // The code stands alone: where it comes first, the city follows it.
  const [next, ...rest] = line.after;
  const codeFirst = addressFormat(country).order[0] === 'zipCode';
  if (codeFirst && next !== undefined && !/\d/.test(next))
    return withRegionAfter({ ...line, city: next, after: rest }, country);
  return withRegionBefore({ ...line, city: '' }, country);
}

/** `Roma RM`, `Madrid (Madrid)`, or the region as the next segment. */
function withRegionAfter(line: LastLine, country: string): LastLine {
  const [, city, state] = /^(.*\S) \(?([A-Z]{2}|(?<=\()[^()]+)\)?$/.exec(line.city) ?? [];
  const isNamed = city && state && (country === 'IT' || line.city.endsWith(')'));
  if (isNamed && addressFormat(country).printsState) return { ...line, city, state };
  const [next, ...rest] = line.after;
  const isRegion = next !== undefined && /^\p{Lu}[^\d]*$/u.test(next) && next.split(' ').length < 5;
  return isRegion && addressFormat(country).requiresState ? { ...line, state: next, after: rest } : line;
}

/** Takes the city, and the region after it, from the end of the segments before the code. */
function withRegionBefore(line: LastLine, country: string): LastLine {
  const before = [...line.before];
  let city = before.pop() ?? '';
  let state = '';
  const split = splitRegion(city, country);
  if (split) {
    state = split.region;
    city = split.rest;
    const previous = before.at(-1);
    if (city === '' && previous !== undefined && before.length > 1 && mayBeCity(previous)) {
      city = previous;
      before.pop();
    }
    // Seoul is both a province and a city.
    if (city === '') city = state;
  }
  return { ...line, city, state, before };
}

const mayBeCity = (text: string) =>
  !looksLikeStreet(text) && (!/\d/.test(text) || /^\p{L}+ \d{1,2}$/u.test(text));

/** Splits the region off the end of a text, up to three words. */
function splitRegion(text: string, country: string): { rest: string; region: string } | null {
  const words = text.split(' ');
  for (let length = Math.min(3, words.length); length > 0; length -= 1) {
    const region = words.slice(-length).join(' ');
    if (isRegionOf(country, region))
      return { region, rest: words.slice(0, -length).join(' ').replace(/,+$/, '') };
  }
  return null;
}

/** `Cork, Co. Cork`; otherwise the last segment is the city, perhaps with a code that has no known format. */
function readWithoutCode(segments: readonly string[], country: string): LastLine | null {
  const last = segments.at(-1);
  if (last === undefined) return null;
  const base = { state: '', zipCode: '', country: '', before: segments.slice(0, -1), after: [] };
  if (segments.length > 1 && splitRegion(last, country))
    return withRegionBefore({ ...base, city: '', before: [...segments] }, country);
  const [, leadingCode, leadingCity] = /^(\d{3,7}) (\D.*)$/.exec(last) ?? [];
  if (leadingCode && leadingCity) return { ...base, city: leadingCity, zipCode: leadingCode };
  const [, city, code] = /^(.*\D) (\d{4,7})$/.exec(last) ?? [];
  if (city && code) return { ...base, city, zipCode: code };
  if (/^\d{3,7}$/.test(last))
    return { ...base, city: segments.at(-2) ?? '', zipCode: last, before: segments.slice(0, -2) };
  return { ...base, city: last };
}

const PREFIXES: Readonly<Record<string, string>> = {
  A: 'AT',
  B: 'BE',
  CH: 'CH',
  D: 'DE',
  DK: 'DK',
  E: 'ES',
  F: 'FR',
  I: 'IT',
  NL: 'NL',
  NO: 'NO',
  SE: 'SE',
};
const GB_CODE = /(?:^| )[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$/;

/** The country of an address that names none, if its postal code can be of no other. */
export function guessCountry(segments: readonly string[]): string | null {
  for (const segment of segments.slice(-3)) {
    const [, prefix = ''] = /^([A-Z]{1,2})-\d{3}[\d ]{1,3}(?: [A-Z]{2})? \p{L}/u.exec(segment) ?? [];
    if (PREFIXES[prefix]) return PREFIXES[prefix];
    if (GB_CODE.test(segment)) return 'GB';
    if (/^Singapore \d{6}$/i.test(segment)) return 'SG';
    if (/〒 ?\d{3}-\d{4}/.test(segment)) return 'JP';
  }
  return null;
}
