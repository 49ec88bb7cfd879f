import { foldLetters } from '@lading/contract/normalize-text.ts';
import { CAPITALS } from './data/street-words.ts';
import { type ParsedStreet, parseStreet, type StreetParts } from './parse-street.ts';
import { boxAt, type SpecialDelivery, specialDeliveryAt } from './special-deliveries.ts';
import { readUnit } from './street-units.ts';
import { tokenizeLine, type Word } from './tokenize-line.ts';

type StreetKind = SpecialDelivery['kind'] | 'street' | 'unit' | 'unknown' | 'empty';

/** A delivery line in the form of USPS Publication 28. */
export interface StandardStreet extends StreetParts {
  kind: StreetKind;
  route: string | null;
  box: string | null;
  /** In capitals, for printing and comparing. */
  line: string;
  /** The same words with the case that was entered. */
  display: string;
}

export const MAX_LINE_LENGTH = 120;
const MAX_PASSES = 3;

const NO_STREET: StreetParts = {
  number: '',
  preDirectional: '',
  name: '',
  suffix: '',
  postDirectional: '',
  units: [],
};

/** A line that is too long for a delivery line stays unchanged. */
export function standardizeStreet(line: string): StandardStreet {
  if (line.length > MAX_LINE_LENGTH) return asEntered(line);
  const first = readLine(line);
  let street = first;
  let read = line;
  // A suggestion must itself be standard, so we repeat until nothing changes. A line that keeps changing stays as entered.
  for (let turn = 0; street.display !== read; turn += 1) {
    if (turn === MAX_PASSES || street.display.length > MAX_LINE_LENGTH) return { ...first, display: line };
    read = street.display;
    street = readLine(read);
  }
  return street;
}

function readLine(line: string): StandardStreet {
  const words = tokenizeLine(line);
  const first = words[0];
  if (!first) return build('empty', NO_STREET, [], line);
  // A private mailbox can be before or after the delivery.
  const mailbox = first.text === 'PMB' ? readUnit(words, 0) : null;
  const special = specialDeliveryAt(words, mailbox?.end ?? 0);
  if (special) return withRest(special, mailbox?.words ?? [], words, line);
  for (let at = 0; at < words.length; at += 1) {
    const box = boxAt(words, at);
    if (box) return withBox(box, words.slice(0, at), words, line);
  }
  const street = parseStreet(words);
  return build(kindOf(street), street, street.words, line);
}

function kindOf(street: ParsedStreet): StreetKind {
  if (street.name === '') return street.units.length > 0 && street.number === '' ? 'unit' : 'unknown';
  return street.number === '' ? 'unknown' : 'street';
}

function withRest(special: SpecialDelivery, before: Word[], words: Word[], line: string): StandardStreet {
  const all = [...special.words, ...words.slice(special.end), ...before];
  return { ...build(special.kind, NO_STREET, all, line), route: special.route, box: special.box };
}

/** A box and a street in one line: both stay, and mail goes to the last one. */
function withBox(box: SpecialDelivery, before: Word[], words: Word[], line: string): StandardStreet {
  const after = words.slice(box.end);
  const head = parseStreet(before);
  const tail = parseStreet(after);
  const street = tail.number !== '' ? tail : head;
  const all = [...head.words, ...box.words, ...tail.words];
  const kind = tail.number !== '' && tail.name !== '' ? 'street' : 'po-box';
  return { ...build(kind, street, all, line), box: box.box };
}

function build(kind: StreetKind, parts: StreetParts, words: Word[], entered: string): StandardStreet {
  const shouting = !/\p{Ll}/u.test(entered);
  const { number, preDirectional, name, suffix, postDirectional, units } = parts;
  return {
    kind,
    number,
    preDirectional,
    name,
    suffix,
    postDirectional,
    units,
    route: null,
    box: null,
    line: words.map((word) => word.text).join(' '),
    display: words.map((word, at) => separator(word, at) + (shouting ? shout(word) : show(word))).join(''),
  };
}

function asEntered(line: string): StandardStreet {
  return { ...build('unknown', NO_STREET, [], line), line: line.toUpperCase(), display: line };
}

/** A comma stays before an unknown part; without it, the part would be read as part of the street. */
const separator = (word: Word, at: number) => (at === 0 ? '' : word.afterComma ? ', ' : ' ');

const shout = ({ text, raw }: Word) => (sameLetters(raw, text) ? raw : text);

/** Unchanged words keep their case; words that the rules changed get a capital. */
function show({ text, raw }: Word): string {
  if (CAPITALS.has(text)) return text;
  if (raw !== raw.toLowerCase() && sameLetters(raw, text)) return raw;
  if (/\d/.test(text))
    return /^\d+[A-Z]{2}$/.test(text) && /(?:ST|ND|RD|TH)$/.test(text) ? text.toLowerCase() : text;
  const letters = sameLetters(raw, text) ? raw : text;
  return letters.slice(0, 1).toUpperCase() + letters.slice(1).toLowerCase();
}

function sameLetters(raw: string, text: string): boolean {
  return raw.toUpperCase() === text || foldLetters(raw).toUpperCase() === text;
}
