import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { normalizeCity } from '@lading/contract/normalize-text.ts';
import { PROVINCE_OF_LETTER, SECOND_PROVINCE, TERRITORY_OF_X } from './data/canada.ts';

export interface Place {
  city: string;
  state: string;
}

/** With a typical ZIP code and the number of ZIP codes, as a measure of size. */
interface PlaceHit extends Place {
  zip: string;
  zips: number;
}

const FILE = resolve(import.meta.dirname, 'data/zip-codes.txt');
const ZIPS = 100_000;

/** Offline US ZIP codes, cities and states, and Canadian sortation areas. One city per ZIP code. */
export class Gazetteer {
  readonly #cities: string[] = [''];
  readonly #states: string[] = [''];
  readonly #firstZip: number[] = [0];
  readonly #zipCount: number[] = [0];
  /** Index into the lists above; 0 is unknown. */
  readonly #placeOfZip = new Uint16Array(ZIPS);
  readonly #statesOfArea: string[][] = [];
  readonly #canada = new Set<string>();
  #keys: string[] | null = null;
  #byKey: Uint16Array = new Uint16Array(0);

  constructor(text: string) {
    let state = '';
    for (let start = 0; start < text.length; ) {
      const end = text.indexOf('\n', start);
      const line = text.slice(start, end);
      start = end + 1;
      if (line.startsWith('#')) continue;
      if (line.startsWith('=')) state = line.slice(1);
      else if (state === 'Canada') this.#addAreas(line);
      else this.#addPlace(line, state);
    }
  }

  static load(): Gazetteer {
    return new Gazetteer(readFileSync(FILE, 'latin1'));
  }

  place(zip5: string): Place | null {
    const index = this.#placeOfZip[Number(zip5)];
    return index ? this.#placeAt(index) : null;
  }

  /** Empty when the area is unknown. */
  statesOfArea(zip3: string): readonly string[] {
    return this.#statesOfArea[Number(zip3)] ?? [];
  }

  findCity(city: string, state: string): PlaceHit | null {
    const key = `${normalizeCity(city)}|${state}`;
    const keys = this.#sortedKeys();
    const at = lowerBound(keys, key);
    return keys[at] === key ? this.#hitAt(this.#byKey[at] ?? 0) : null;
  }

  /** ZIP codes that start with the given digits, in order. */
  zipsWithPrefix(digits: string, limit: number): PlaceHit[] {
    const scale = 10 ** (5 - digits.length);
    const from = Number(digits) * scale;
    const hits: PlaceHit[] = [];
    for (let zip = from; zip < from + scale && hits.length < limit; zip += 1) {
      const index = this.#placeOfZip[zip];
      if (index) hits.push({ ...this.#hitAt(index), zip: String(zip).padStart(5, '0') });
    }
    return hits;
  }

  /** Cities whose name starts with the text, larger ones first. */
  citiesWithPrefix(text: string, limit: number, state: string | null = null): PlaceHit[] {
    const prefix = normalizeCity(text);
    if (prefix === '') return [];
    const keys = this.#sortedKeys();
    const found: number[] = [];
    for (let at = lowerBound(keys, prefix); keys[at]?.startsWith(prefix); at += 1) {
      const index = this.#byKey[at] ?? 0;
      if (state === null || this.#states[index] === state) found.push(index);
    }
    const size = (index: number) => this.#zipCount[index] ?? 0;
    return found
      .sort((a, b) => size(b) - size(a) || a - b)
      .slice(0, limit)
      .map((index) => this.#hitAt(index));
  }

  knowsCanadianArea(area: string): boolean {
    return this.#canada.has(area);
  }

  provincesOfArea(area: string): string[] {
    const letter = TERRITORY_OF_X[area] ?? PROVINCE_OF_LETTER[area.slice(0, 1)];
    if (!letter) return [];
    if (letter === 'NT' && !TERRITORY_OF_X[area]) return ['NT', 'NU'];
    const second = SECOND_PROVINCE[area];
    return second ? [letter, second] : [letter];
  }

  #placeAt(index: number): Place {
    return { city: this.#cities[index] ?? '', state: this.#states[index] ?? '' };
  }

  #hitAt(index: number): PlaceHit {
    const zip = String(this.#firstZip[index] ?? 0).padStart(5, '0');
    return { ...this.#placeAt(index), zip, zips: this.#zipCount[index] ?? 0 };
  }

  #addAreas(line: string): void {
    const letter = line.slice(0, 1);
    for (const rest of line.slice(2).split(' ')) this.#canada.add(letter + rest);
  }

  #addPlace(line: string, state: string): void {
    const index = this.#cities.length;
    const split = endOfName(line);
    this.#cities.push(line.slice(0, split));
    this.#states.push(state);
    // The typical ZIP code is the lowest in the largest area: 78701 for Austin, not the tax office's 73301.
    let first = 0;
    let bestCount = 0;
    let runFirst = 0;
    let runCount = 0;
    let count = 0;
    let number = 0;
    let scale = 1;
    let before = 0;
    let rangeFrom = -1;
    for (let at = split + 1; at <= line.length; at += 1) {
      const code = line.charCodeAt(at);
      if (code >= 48 && code <= 57) {
        number = number * 10 + code - 48;
        scale *= 10;
        continue;
      }
      const zip = before - (before % scale) + number;
      const from = rangeFrom < 0 ? zip : rangeFrom;
      for (let each = from; each <= zip; each += 1) this.#placeOfZip[each] = index;
      count += zip - from + (rangeFrom < 0 ? 1 : 0);
      if (zip !== before) this.#noteArea(zip, state);
      if (Math.floor(zip / 100) !== Math.floor(runFirst / 100)) {
        runFirst = zip;
        runCount = 0;
      }
      runCount += zip - from + 1;
      if (runCount > bestCount) {
        bestCount = runCount;
        first = runFirst;
      }
      before = zip;
      number = 0;
      scale = 1;
      rangeFrom = code === 45 ? zip : -1;
    }
    this.#firstZip.push(first);
    this.#zipCount.push(count);
  }

  #noteArea(zip: number, state: string): void {
    const area = Math.floor(zip / 100);
    const states = this.#statesOfArea[area];
    if (!states) this.#statesOfArea[area] = [state];
    else if (!states.includes(state)) states.push(state);
  }

  /** Built on the first search by name; checks by ZIP code do not need it. */
  #sortedKeys(): string[] {
    if (this.#keys) return this.#keys;
    const pairs = this.#cities
      .map((city, index) => ({ key: `${normalizeCity(city)}|${this.#states[index]}`, index }))
      .slice(1)
      .sort((a, b) => (a.key < b.key ? -1 : 1));
    this.#byKey = Uint16Array.from(pairs, (pair) => pair.index);
    this.#keys = pairs.map((pair) => pair.key);
    return this.#keys;
  }
}

/** The position of the space before the first five-digit number; some names contain shorter numbers. */
function endOfName(line: string): number {
  let blank = line.indexOf(' ');
  while (blank > 0 && !(isDigit(line, blank + 1) && isDigit(line, blank + 4) && isDigit(line, blank + 5)))
    blank = line.indexOf(' ', blank + 1);
  return blank;
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

function lowerBound(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] ?? '') < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

let loaded: Gazetteer | null = null;

/** One per process, read from disk on first use. */
export function theGazetteer(): Gazetteer {
  loaded ??= Gazetteer.load();
  return loaded;
}
