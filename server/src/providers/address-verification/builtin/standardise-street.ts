import { foldLetters } from '@lading/contract/normalize-text.ts';
import { CAPITALS } from './data/street-words.ts';
import { type ParsedStreet, parseStreet, type StreetParts } from './parse-street.ts';
import { boxAt, type SpecialDelivery, specialDeliveryAt } from './special-deliveries.ts';
import { readUnit } from './street-units.ts';
import { tokeniseLine, type Word } from './tokenise-line.ts';

type StreetKind = SpecialDelivery['kind'] | 'street' | 'unit' | 'unknown' | 'empty';

/** A delivery line in the form of USPS Publication 28. */
export interface StandardStreet extends StreetParts {
  kind: StreetKind;
  route: string | null;
  box: string | null;
  /** In capitals, as it is printed and compared. */
  line: string;
  /** The same words in the letters the person chose. */
  display: string;
}

export const LONGEST_LINE = 120;
const MAX_PASSES = 3;

const NO_STREET: StreetParts = {
  number: '',
  preDirectional: '',
  name: '',
  suffix: '',
  postDirectional: '',
  units: [],
};

/** A line that is longer than any delivery line can be is left as it is. */
export function standardiseStreet(line: string): StandardStreet {
  if (line.length > LONGEST_LINE) return asEntered(line);
  const first = readLine(line);
  let street = first;
  let read = line;
  // What is suggested must itself be in standard form, so it is read again; a line that does not come to rest stays as it is.
  for (let turn = 0; street.display !== read; turn += 1) {
    if (turn === MAX_PASSES || street.display.length > LONGEST_LINE) return { ...first, display: line };
    read = street.display;
    street = readLine(read);
  }
  return street;
}

function readLine(line: string): StandardStreet {
  const words = tokeniseLine(line);
  const first = words[0];
  if (!first) return build('empty', NO_STREET, [], line);
  // A private mailbox is named before or after the delivery itself.
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

/** A box and a street in one line: both stay, and what stands last is where mail goes. */
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

/** A comma stays before what is no known part of the line: without it, that would read as a part of the street. */
const separator = (word: Word, at: number) => (at === 0 ? '' : word.afterComma ? ', ' : ' ');

const shout = ({ text, raw }: Word) => (sameLetters(raw, text) ? raw : text);

/** Words the person wrote well stay as they are; words that the rules changed get a capital. */
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
