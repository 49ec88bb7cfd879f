import { normaliseText } from '@lading/contract/normalise-text.ts';
import { parseState } from '@lading/contract/regions.ts';
import type { EarlierAddress, PlaceQuery, PlaceSuggestion, PlacesProvider } from '../port.ts';

export interface DirectoryHit {
  city: string;
  state: string;
  zip: string;
  zips: number;
}

/** What this adapter needs of a list of ZIP codes and cities. */
export interface PlaceDirectory {
  zipsWithPrefix(digits: string, limit: number): DirectoryHit[];
  citiesWithPrefix(text: string, limit: number, state?: string | null): DirectoryHit[];
}

const MOST = 20;
const LONGEST_TEXT = 100;
/** However many addresses a client has, a keystroke looks at so many. */
const MOST_EARLIER = 2000;

/** Suggestions without a network: the client's earlier addresses first, then cities and ZIP codes. */
export class BuiltinPlaces implements PlacesProvider {
  readonly name = 'builtin';
  readonly #directory: () => PlaceDirectory;

  constructor(directory: () => PlaceDirectory) {
    this.#directory = directory;
  }

  async suggest(query: PlaceQuery): Promise<PlaceSuggestion[]> {
    return suggestPlaces(this.#directory, query);
  }
}

export function suggestPlaces(directory: () => PlaceDirectory, query: PlaceQuery): PlaceSuggestion[] {
  const limit = Math.max(0, Math.min(MOST, Math.trunc(query.limit)));
  const text = query.text.trim().slice(0, LONGEST_TEXT);
  if (text === '' || limit === 0) return [];
  const found =
    query.field === 'street' ? earlierStreets(query, text) : fromDirectory(directory, query, text, limit);
  return withoutRepeats(found).slice(0, limit);
}

function fromDirectory(
  directory: () => PlaceDirectory,
  query: PlaceQuery,
  text: string,
  limit: number,
): PlaceSuggestion[] {
  if (query.country !== 'US') return [];
  if (query.field === 'zip') {
    const digits = /^\d{1,5}/.exec(text)?.[0];
    return digits ? directory().zipsWithPrefix(digits, limit).map(asSuggestion) : [];
  }
  const { city, state } = splitState(text);
  const hits = directory().citiesWithPrefix(city, limit, state);
  if (hits.length > 0 || state === null) return ranked(hits, city).map((hit) => withoutGuess(hit));
  // `Lake Co` may be a city that goes on, not a lake in Colorado.
  return ranked(directory().citiesWithPrefix(text, limit, null), text).map((hit) => withoutGuess(hit));
}

/** A name that is typed out in full comes before larger cities that only begin with it. */
function ranked(hits: DirectoryHit[], text: string): DirectoryHit[] {
  const wanted = normaliseText(text);
  const exact = (hit: DirectoryHit) => (normaliseText(hit.city) === wanted ? 0 : 1);
  return hits.toSorted((a, b) => exact(a) - exact(b));
}

function splitState(text: string): { city: string; state: string | null } {
  const [, city = text, end = ''] = /^(.*\S)[\s,]+([A-Za-z. ]+)$/.exec(text) ?? [];
  const comma = text.lastIndexOf(',');
  if (comma > 0) return { city: text.slice(0, comma), state: parseState(text.slice(comma + 1)) };
  const state = end.trim().length === 2 ? parseState(end) : null;
  return state ? { city, state } : { city: text, state: null };
}

function asSuggestion({ city, state, zip }: DirectoryHit): PlaceSuggestion {
  const address = { street1: '', street2: '', city, state, zip, country: 'US' };
  return { source: 'directory', text: `${city}, ${state} ${zip}`, address };
}

/** A city with several ZIP codes fills none of them. */
function withoutGuess(hit: DirectoryHit): PlaceSuggestion {
  if (hit.zips === 1) return asSuggestion(hit);
  const suggestion = asSuggestion({ ...hit, zip: '' });
  return { ...suggestion, text: `${hit.city}, ${hit.state}` };
}

function earlierStreets(query: PlaceQuery, text: string): PlaceSuggestion[] {
  const wanted = normaliseText(text);
  if (wanted === '') return [];
  const words = wanted.split(' ');
  const first: EarlierAddress[] = [];
  const second: EarlierAddress[] = [];
  for (const address of query.earlier.slice(0, MOST_EARLIER)) {
    if (query.country !== '' && address.country !== query.country) continue;
    const line = normaliseText(`${address.street1} ${address.street2} ${address.city}`);
    if (line.startsWith(wanted)) first.push(address);
    else if (containsInOrder(line.split(' '), words)) second.push(address);
  }
  return [...first, ...second].map((address) => ({ source: 'earlier', text: oneLine(address), address }));
}

function containsInOrder(line: readonly string[], words: readonly string[]): boolean {
  let at = 0;
  for (const part of line) if (at < words.length && part.startsWith(words[at] ?? '')) at += 1;
  return at === words.length;
}

function oneLine({ street1, street2, city, state, zip }: EarlierAddress): string {
  const street = street2 === '' ? street1 : `${street1}, ${street2}`;
  return `${street}, ${city}, ${state} ${zip}`;
}

function withoutRepeats(suggestions: PlaceSuggestion[]): PlaceSuggestion[] {
  const seen = new Set<string>();
  return suggestions.filter(({ text }) => {
    const key = normaliseText(text);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
