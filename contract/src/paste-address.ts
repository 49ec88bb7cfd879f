import { parseCountry } from './countries.ts';
import { hasCodeOf, type LastLine } from './paste-abroad.ts';
import {
  isBox,
  isRoute,
  isSuffix,
  looksLikeStreet,
  type PastedField,
  readLabel,
  takeEmail,
  takePhone,
  unitLength,
} from './paste-address-words.ts';
import { readLastLine } from './paste-last-line.ts';
import { NUMBER_LAST } from './paste-regions.ts';
import { parseState } from './regions.ts';

export type PastedFields = Record<PastedField, string>;

interface PastedAddress {
  /** Empty if not found. */
  fields: PastedFields;
  /** Text that matched no field, to be shown to the user. */
  leftover: string;
  /** The number of filled fields. */
  filled: number;
}

/** Whether a city exists; helps with a single line without commas. */
type KnowsCity = (city: string, state: string) => boolean;

const MAX_PASTE_LENGTH = 2000;

/** Splits a block of text into address fields. Every word ends up in a field or in `leftover`. */
export function pasteAddress(text: string, knowsCity: KnowsCity = () => false): PastedAddress {
  const fields: PastedFields = {
    fullName: '',
    address: '',
    address2: '',
    city: '',
    state: '',
    zipCode: '',
    country: '',
    phone: '',
    email: '',
  };
  const leftover: string[] = [];
  const end = endOfPaste(text);
  let rest = plain(text.slice(0, end));
  const email = takeEmail(rest);
  if (email) {
    fields.email = email.value;
    rest = email.rest;
  }
  const phone = takePhone(rest);
  if (phone) {
    fields.phone = phone.value;
    rest = phone.rest;
  }
  const lines = takeLabeled(rest.split('\n'), fields);
  const segments = lines.flatMap((line) => line.split(',').map(trimLine).filter(Boolean));
  takeCountry(segments, fields);
  const last = readLastLine(segments, fields.country, knowsCity);
  if (last) fillLastLine(last, fields, leftover);
  const before = last ? last.before : segments;
  fillStreets(isAbroad(fields.country) ? withHouseNumbers(before, fields.country) : before, fields, leftover);
  leftover.push(text.slice(end).trim());
  const filled = Object.values(fields).filter((value) => value !== '').length;
  return { fields, leftover: leftover.filter(Boolean).join('\n'), filled };
}

/** Truncates long text at a word boundary if possible. */
function endOfPaste(text: string): number {
  if (text.length <= MAX_PASTE_LENGTH) return text.length;
  const blank = text.slice(0, MAX_PASTE_LENGTH).search(/\s\S*$/);
  return blank > 0 ? blank : MAX_PASTE_LENGTH;
}

function plain(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/<br ?\/?>/gi, '\n')
    .replace(/[\t|;•·\u2028]/g, '\n')
    .replace(/[‐‑‒–]/g, '-')
    .replace(/[\u200b-\u200f\ufeff]/g, '')
    .replace(/[\u00a0\u2000-\u200a\u3000]/g, ' ')
    .replace(/ {2,}/g, ' ');
}

function trimLine(line: string): string {
  return line.replace(/^[\s"“”'*<>,-]+|[\s"“”'*<>,:-]+$/g, '').replace(/^\((.*)\)$/, '$1');
}

/** Takes labeled lines, such as `City: Austin`. */
function takeLabeled(lines: string[], fields: PastedFields): string[] {
  return lines.flatMap((line) => {
    const label = readLabel(line.replace(/^[\s"“”'*<>,-]+|\s+$/g, ''));
    if (!label) return [line];
    const { field, rest } = label;
    const isWhole = field === 'address' && /,.*\d{5}|,.*,/.test(rest);
    if (!field || isWhole || rest === '' || fields[field] !== '') return rest === '' ? [] : [rest];
    fields[field] = field === 'country' ? (wholeCountry(rest) ?? rest) : rest;
    return [];
  });
}

/** Takes the country at the end. Leaves two letters for the state, unless they are not a state code. */
function takeCountry(segments: string[], fields: PastedFields): void {
  const last = segments.at(-1);
  if (last === undefined || fields.country !== '') return;
  const whole = asCountry(last);
  if (whole && segments.length > 1) {
    fields.country = whole;
    segments.pop();
    return;
  }
  const tailCountry = countryAfterCode(last);
  if (tailCountry) {
    fields.country = tailCountry.country;
    segments[segments.length - 1] = trimLine(tailCountry.head);
    return;
  }
  const [, head, tail] =
    /^(.*[\dA-Z])[ .]+(U\.?S\.?A\.?|U\.?S\.?|United States(?: of America)?|Canada|United Kingdom|UK)$/i.exec(
      last,
    ) ?? [];
  if (head && tail) {
    fields.country = parseCountry(tail) ?? '';
    segments[segments.length - 1] = trimLine(head);
  }
}

/** `10115 Berlin Germany`: the name of a country counts only behind a postal code of that country. */
function countryAfterCode(line: string): { head: string; country: string } | null {
  const words = line.split(' ');
  for (let length = Math.min(3, words.length - 1); length > 0; length -= 1) {
    const country = asCountry(words.slice(-length).join(' '));
    const head = words.slice(0, -length).join(' ');
    // `87501 New Mexico` is in the United States.
    if (country && parseState(words.slice(-length - 1).join(' '))) return null;
    if (country && isAbroad(country) && hasCodeOf(country, trimLine(head))) return { head, country };
  }
  return null;
}

const isAbroad = (country: string) => country !== '' && country !== 'US' && country !== 'CA';

const HOUSE_NUMBER = /^\d{1,4} ?(?:bis|ter|[A-Za-z])?$/;

/** `Via Roma`, `10` → `Via Roma, 10`, and `10`, `rue de la Paix` → `10, rue de la Paix`. */
function withHouseNumbers(segments: readonly string[], country: string): string[] {
  const joined: string[] = [];
  for (const segment of segments) {
    const previous = joined.at(-1) ?? '';
    const [number, street] = NUMBER_LAST.has(country) ? [segment, previous] : [previous, segment];
    if (HOUSE_NUMBER.test(number) && street !== '' && !/\d/.test(street))
      joined[joined.length - 1] = `${previous}, ${segment}`;
    else joined.push(segment);
  }
  return joined;
}

function asCountry(text: string): string | null {
  const letters = text.replace(/[^A-Za-z]/g, '');
  const isShort = letters.length < 4 && !/^(?:u\.?s\.?(?:a\.?)?|u\.?k\.?|can\.?|mex\.?)$/i.test(text);
  return isShort || parseState(text) ? null : wholeCountry(text);
}

/** Country names match by their letters only, so text with other characters is not a country. */
function wholeCountry(text: string): string | null {
  if (!/^[A-Za-z\p{M}.,'’()& -]+$/u.test(text.normalize('NFD'))) return null;
  // Accept a note only if it repeats the country, as in `United States (USA)`; any other would be lost.
  const note = /\((.*)\)/.exec(text)?.[1];
  const country = parseCountry(text);
  return note === undefined || parseCountry(note) === country ? country : null;
}

function fillLastLine(last: LastLine, fields: PastedFields, leftover: string[]): void {
  for (const key of ['city', 'state', 'zipCode', 'country'] as const) {
    if (fields[key] === '') fields[key] = last[key];
    else if (last[key] !== '' && key !== 'country' && last[key] !== fields[key]) leftover.push(last[key]);
  }
  leftover.push(...last.after);
}

const CARE_OF = /^(?:c\/o|attn|attention|care of)\b/i;

function fillStreets(segments: readonly string[], fields: PastedFields, leftover: string[]): void {
  const parts = segments.flatMap(splitNameFromStreet);
  let street = NUMBER_LAST.has(fields.country) ? -1 : parts.findIndex(looksLikeStreet);
  if (street < 0)
    street = parts.findIndex((part, index) => /\d/.test(part) && (index > 0 || parts.length === 1));
  if (street < 0)
    street = parts.findIndex((part) => /\s/.test(part) && isSuffix(part.split(' ').at(-1) ?? ''));
  if (street < 0 && parts.length > 1 && fields.address === '') street = 1;
  const before = street < 0 ? parts : parts.slice(0, street);
  const second: string[] = [];
  for (const part of before) {
    if (CARE_OF.test(part) || isUnit(part)) second.push(part);
    else if (fields.fullName === '') fields.fullName = part;
    else leftover.push(part);
  }
  const line = street < 0 ? undefined : parts[street];
  if (line !== undefined && fields.address === '') {
    const { head, unit } = splitUnit(line);
    fields.address = head;
    if (unit !== '') second.unshift(unit);
  } else if (line !== undefined) leftover.push(line);
  second.push(...parts.slice(street < 0 ? parts.length : street + 1));
  if (fields.address2 === '') fields.address2 = second.join(', ');
  else leftover.push(...second);
}

/** Splits `Jane Doe 12 Elm St`: the name ends where the number starts. */
function splitNameFromStreet(segment: string): string[] {
  if (looksLikeStreet(segment)) return [segment];
  const [, unit, behind] = /^(\S+ ?#? ?\S*?) ?(?:- ?| )(\d.*)$/.exec(segment) ?? [];
  if (unit && behind && isUnit(unit) && looksLikeStreet(behind)) return [unit, behind];
  const box = /^(.*?[A-Za-z]) ((?:p\.? ?o\.?|post office) ?box .*)$/i.exec(segment);
  if (box?.[1] && box[2]) return [box[1], box[2]];
  const [, name, street] = /^([^\d#]*[^\d#\s]) (\d+[A-Za-z]?(?:-\d+)? .*)$/.exec(segment) ?? [];
  if (!name || !street || isUnit(`${name} ${street}`) || CARE_OF.test(name)) return [segment];
  return street.split(' ').some((word, index) => index > 0 && isSuffix(word)) ? [name, street] : [segment];
}

const isUnit = (text: string) => endsInUnits(text.split(' '), 0);

/** True if the words from `from` on are units and nothing else. */
function endsInUnits(words: readonly string[], from: number): boolean {
  let at = from;
  for (let length = unitLength(words, at); length > 0; length = unitLength(words, at)) at += length;
  return at > from && at >= words.length;
}

function splitUnit(line: string): { head: string; unit: string } {
  if (isBox(line) || isRoute(line)) return { head: line, unit: '' };
  const words = line.split(' ');
  for (let at = 2; at < words.length; at += 1)
    if (endsInUnits(words, at))
      return { head: words.slice(0, at).join(' '), unit: words.slice(at).join(' ') };
  return { head: line, unit: '' };
}
