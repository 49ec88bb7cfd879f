import { normalizeText } from '@lading/contract/normalize-text.ts';
import { parseState } from '@lading/contract/regions.ts';
import type { Place, PlaceAddress, PlaceQuery, PlaceSuggestion, PlacesProvider } from '../port.ts';

interface DirectoryHit {
  city: string;
  state: string;
  zip: string;
  zips: number;
}

interface PlaceDirectory {
  place(zip5: string): { city: string; state: string } | null;
  zipsWithPrefix(digits: string, limit: number): DirectoryHit[];
  citiesWithPrefix(text: string, limit: number, state?: string | null): DirectoryHit[];
}

const MAX_SUGGESTIONS = 20;
const MAX_TEXT_LENGTH = 100;
const ZIP = /^(\d{5})(?:-?\d{4})?$/;

/** Suggests US cities and ZIP codes, without a network. */
export class BuiltinPlaces implements PlacesProvider {
  readonly name = 'builtin';
  readonly #directory: () => PlaceDirectory;

  constructor(directory: () => PlaceDirectory) {
    this.#directory = directory;
  }

  async suggest(query: PlaceQuery): Promise<PlaceSuggestion[]> {
    const limit = Math.max(0, Math.min(MAX_SUGGESTIONS, Math.trunc(query.limit)));
    const text = query.text.slice(0, MAX_TEXT_LENGTH).trim();
    if (text === '' || limit === 0 || query.country !== 'US') return [];
    return /^\d/.test(text) ? this.#byZip(text, limit) : this.#byCity(text, limit);
  }

  /** Suggestions are already complete. */
  async address(): Promise<PlaceAddress | null> {
    return null;
  }

  async placeOfZip(zip: string, country: string): Promise<Place | null> {
    const zip5 = country === 'US' ? ZIP.exec(zip)?.[1] : undefined;
    const place = zip5 ? this.#directory().place(zip5) : null;
    return zip5 && place ? { ...place, zip: zip5, country } : null;
  }

  #byZip(text: string, limit: number): PlaceSuggestion[] {
    const [, digits] = /^(\d{1,5})(?:-\d{0,4})?$/.exec(text) ?? [];
    return digits ? this.#directory().zipsWithPrefix(digits, limit).map(zipSuggestion) : [];
  }

  #byCity(text: string, limit: number): PlaceSuggestion[] {
    const comma = text.lastIndexOf(',');
    if (comma > 0) return this.#cities(text.slice(0, comma), limit, parseState(text.slice(comma + 1)));
    const [, city, end] = /^(.*\S)\s+([A-Za-z]{2})$/.exec(text) ?? [];
    const state = end ? parseState(end) : null;
    const going = this.#cities(text, limit);
    if (!city || !state) return going;
    // "New Or" may be New Orleans or a city in Oregon.
    const known = new Set(going.map((suggestion) => suggestion.text));
    const inState = this.#cities(city, limit, state).filter((suggestion) => !known.has(suggestion.text));
    return [...going, ...inState].slice(0, limit);
  }

  #cities(text: string, limit: number, state: string | null = null): PlaceSuggestion[] {
    return ranked(this.#directory().citiesWithPrefix(text, limit, state), text).map(citySuggestion);
  }
}

/** An exact name comes before larger cities that only start with it. */
function ranked(hits: DirectoryHit[], text: string): DirectoryHit[] {
  const wanted = normalizeText(text);
  const exact = (hit: DirectoryHit) => (normalizeText(hit.city) === wanted ? 0 : 1);
  return hits.toSorted((a, b) => exact(a) - exact(b));
}

const NO_STREET = { street1: '', street2: '' };

function zipSuggestion({ city, state, zip }: DirectoryHit): PlaceSuggestion {
  return { kind: 'zip', text: `${city}, ${state} ${zip}`, ...NO_STREET, city, state, zip, country: 'US' };
}

/** A city with several ZIP codes leaves the ZIP empty. */
function citySuggestion(hit: DirectoryHit): PlaceSuggestion {
  const { city, state } = hit;
  if (hit.zips === 1) return { ...zipSuggestion(hit), kind: 'city' };
  return { kind: 'city', text: `${city}, ${state}`, ...NO_STREET, city, state, zip: '', country: 'US' };
}
