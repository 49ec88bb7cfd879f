import { DIRECTIONALS, NUMBER_WORDS, NUMBERED_ROADS, SUFFIXES } from './data/street-words.ts';
import { beginsUnit, readUnit, type Unit } from './street-units.ts';
import type { Word } from './tokenize-line.ts';

export interface StreetParts {
  number: string;
  preDirectional: string;
  name: string;
  suffix: string;
  postDirectional: string;
  units: Unit[];
}

export interface ParsedStreet extends StreetParts {
  words: Word[];
}

const NUMBER = /^\d[\dA-Z]*(?:-\d*[A-Z\d]+)?(?:-\d\/\d)?$/;
const GRID_NUMBER = /^[NSEW]\d+(?:[NSEW]\d+)?$/;
const NUMBER_WITH_DIRECTION = /^(\d+)(N|S|E|W|NE|NW|SE|SW)$/;
const ORDINAL = /^\d+(?:ST|ND|RD|TH)$/;
const FRACTION = /^\d\/\d{1,2}$/;

/** Parses an ordinary street address: number, directionals, name, suffix, units. Other words stay at the end. */
export function parseStreet(line: readonly Word[]): ParsedStreet {
  const units: Unit[] = [];
  const trailing: Word[] = [];
  let at = readUnits(line, 0, units, trailing);
  const words = splitDirection(line, at);
  const number = readNumber(words, at);
  at = number.end;
  let coreEnd = at;
  while (coreEnd < words.length && !endsCore(words, coreEnd, at)) coreEnd += 1;
  const core = words.slice(at, coreEnd);
  const last = core.at(-1);
  // A number after the suffix can only be a unit: `12 MAIN ST 4`.
  const bare =
    core.length > 2 && last && /\d/.test(last.text) && !ORDINAL.test(last.text) && endsWithSuffix(core);
  if (bare) core.pop();
  const street = readCore(core);
  const out = [...number.words, ...street.words].map(withoutComma);
  if (bare) {
    units.push({ designator: '#', id: last.text });
    out.push(bareWord('#'), last);
  }
  for (let rest = coreEnd; rest < words.length; ) {
    const end = readUnits(words, rest, units, out);
    const word = words[end];
    const alone = end + 1 === words.length && word?.afterComma === true && /\d/.test(word.text);
    if (alone) {
      units.push({ designator: '#', id: word.text });
      out.push(bareWord('#'), withoutComma(word));
    } else if (word) out.push(word);
    rest = end + 1;
  }
  const { words: _, ...parts } = street;
  return { number: number.text, ...parts, units, words: [...out, ...trailing] };
}

const withoutComma = (word: Word) => (word.afterComma ? { ...word, afterComma: false } : word);

function readUnits(words: readonly Word[], from: number, units: Unit[], out: Word[]): number {
  let at = from;
  while (at < words.length && beginsUnit(words, at, from === 0 ? -1 : from - 1)) {
    const unit = readUnit(words, at);
    if (!unit) break;
    if (!units.some((known) => known.designator === unit.designator && known.id === unit.id)) {
      units.push({ designator: unit.designator, id: unit.id });
      out.push(...unit.words);
    }
    at = unit.end;
  }
  return at;
}

function endsCore(words: readonly Word[], at: number, first: number): boolean {
  if (beginsUnit(words, at, first)) return true;
  const word = words[at];
  if (at === first || !word?.afterComma) return false;
  // In `1900 F St, NW` the directional follows a comma.
  return !(DIRECTIONALS.has(word.text) && SUFFIXES.has(words[at - 1]?.text ?? ''));
}

function endsWithSuffix(core: readonly Word[]): boolean {
  const before = core.at(-2)?.text ?? '';
  if (SUFFIXES.has(before)) return core.length > 2 && roadLength(core, 0) === 0 && roadLength(core, 1) === 0;
  return DIRECTIONALS.has(before) && core.length > 3 && SUFFIXES.has(core.at(-3)?.text ?? '');
}

interface HouseNumber {
  text: string;
  words: Word[];
  end: number;
}

/** `60E Main St` means `60 E Main St`. */
function splitDirection(words: readonly Word[], at: number): readonly Word[] {
  const word = words[at];
  const next = words[at + 1];
  const [, digits, direction] = NUMBER_WITH_DIRECTION.exec(word?.text ?? '') ?? [];
  if (!digits || !direction || !next || DIRECTIONALS.has(next.text) || FRACTION.test(next.text)) return words;
  return [...words.slice(0, at), bareWord(digits), bareWord(direction), ...words.slice(at + 1)];
}

const bareWord = (text: string): Word => ({ text, raw: text, afterComma: false });

function readNumber(words: readonly Word[], at: number): HouseNumber {
  const word = words[at];
  const next = words[at + 1];
  if (!word || !next) return { text: '', words: [], end: at };
  const spelledOut =
    NUMBER_WORDS.has(word.text) && words.slice(at + 2).some((later) => SUFFIXES.has(later.text));
  const isNumber = NUMBER.test(word.text) && !ORDINAL.test(word.text);
  if (!isNumber && !GRID_NUMBER.test(word.text) && !spelledOut) return { text: '', words: [], end: at };
  if (FRACTION.test(next.text) && at + 2 < words.length)
    return { text: `${word.text} ${next.text}`, words: [word, next], end: at + 2 };
  return { text: word.text, words: [word], end: at + 1 };
}

type Core = Omit<ParsedStreet, 'number' | 'units'>;

function readCore(core: Word[]): Core {
  const parts: Core = { preDirectional: '', name: '', suffix: '', postDirectional: '', words: [] };
  let rest = core;
  const pre = readPreDirectional(core);
  if (pre) {
    parts.preDirectional = pre.word.text;
    parts.words.push(pre.word);
    rest = core.slice(pre.length);
  }
  const road = roadLength(rest, 0);
  if (road > 0) return readNumberedRoad(rest, road, parts);

  let end = rest.length;
  let post: Word | null = null;
  let suffix: Word | null = null;
  const lastName = rest[end - 1];
  const direct = lastName && lastName.text.length <= 9 ? properDirectional(lastName.text) : undefined;
  // In `AVENUE E` the E is the name; in `MAIN AVENUE E` it is a directional.
  const isLettered = end === 2 && SUFFIXES.has(rest[0]?.text ?? '');
  if (lastName && direct && end >= 2 && !isLettered) {
    post = { ...lastName, text: direct };
    end -= 1;
  }
  const standard = SUFFIXES.get(rest[end - 1]?.text ?? '');
  const suffixWord = rest[end - 1];
  if (standard && suffixWord && end >= 2) {
    suffix = { ...suffixWord, text: standard };
    end -= 1;
  }
  const name = rest.slice(0, end);
  const [, digits, ending] = NUMBER_WITH_DIRECTION.exec(name[0]?.text ?? '') ?? [];
  if (digits && ending && name.length === 1 && !post && !suffix && parts.preDirectional) {
    name[0] = bareWord(digits);
    post = bareWord(ending);
  }
  return finish(parts, name, suffix, post);
}

function finish(parts: Core, name: readonly Word[], suffix: Word | null, post: Word | null): Core {
  return {
    ...parts,
    name: name.map((word) => word.text).join(' '),
    suffix: suffix?.text ?? '',
    postDirectional: post?.text ?? '',
    words: [...parts.words, ...name, ...(suffix ? [suffix] : []), ...(post ? [post] : [])],
  };
}

function readNumberedRoad(rest: readonly Word[], length: number, parts: Core): Core {
  const standard = NUMBERED_ROADS.get(phrase(rest, 0, length)) ?? '';
  const spelled = standard.split(' ');
  const name: Word[] = spelled.map((text, index) => {
    const raw = spelled.length === length ? (rest[index]?.raw ?? '') : '';
    return { text, raw, afterComma: false };
  });
  const id = rest[length];
  const [, digits, direction] = NUMBER_WITH_DIRECTION.exec(id?.text ?? '') ?? [];
  let after = rest.slice(length + 1);
  let post: Word | null = null;
  if (digits && direction) {
    name.push(bareWord(digits));
    post = bareWord(direction);
  } else if (id) name.push(id);
  const next = after[0];
  const direct = next ? properDirectional(next.text) : undefined;
  if (next && direct && after.length === 1 && !post) {
    post = { ...next, text: direct };
    after = [];
  }
  const suffix = after.length === 1 && next ? SUFFIXES.get(next.text) : undefined;
  if (suffix && next) return finish(parts, name, { ...next, text: suffix }, post);
  return finish(parts, [...name, ...after], null, post);
}

/** The number of words that name a numbered road here, if its number follows. */
function roadLength(words: readonly Word[], at: number): number {
  for (let length = 3; length > 0; length -= 1) {
    const standard = NUMBERED_ROADS.get(phrase(words, at, length));
    if (!standard) continue;
    const id = words[at + length]?.text ?? '';
    if (/^\d/.test(id) && !ORDINAL.test(id)) return length;
    // A letter (or `East`) names only roads of a two-word kind: `County Road E`.
    const isLetter = /^[A-Z]{1,2}$/.test(id) ? !SUFFIXES.has(id) : DIRECTIONALS.has(id);
    if (isLetter && length > 1 && standard.includes(' ')) return length;
  }
  return 0;
}

function phrase(words: readonly Word[], at: number, length: number): string {
  let text = words[at]?.text ?? '';
  for (let more = 1; more < length; more += 1) text += ` ${words[at + more]?.text ?? ''}`;
  return text;
}

/** `NO` and `SO` mean directions only before a name. */
function properDirectional(text: string): string | undefined {
  return text === 'NO' || text === 'SO' ? undefined : DIRECTIONALS.get(text);
}

function readPreDirectional(core: readonly Word[]): { word: Word; length: number } | null {
  const first = core[0];
  const one = first ? DIRECTIONALS.get(first.text) : undefined;
  if (!first || !one || core.length < 2) return null;
  const second = properDirectional(core[1]?.text ?? '');
  const two = second ? DIRECTIONALS.get(one + second) : undefined;
  if (two && one.length === 1 && hasName(core.slice(2)))
    return { word: { text: two, raw: `${first.raw}${core[1]?.raw ?? ''}`, afterComma: false }, length: 2 };
  const rest = core.slice(1);
  const lettered = first.text.length === 1 && rest.length === 2 && SUFFIXES.has(rest[0]?.text ?? '');
  if (!hasName(rest) && !(lettered && rest[1]?.text.length === 1)) return null;
  return { word: { ...first, text: one }, length: 1 };
}

/** True when a name remains without the suffix and directional at the end. */
function hasName(words: readonly Word[]): boolean {
  let end = words.length;
  if (end > 1 && properDirectional(words[end - 1]?.text ?? '')) end -= 1;
  if (end > 0 && SUFFIXES.has(words[end - 1]?.text ?? '')) end -= 1;
  return end > 0;
}
