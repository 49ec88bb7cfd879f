import { parseCountry } from '@lading/contract/countries.ts';
import { normalizeText } from '@lading/contract/normalize-text.ts';
import type { PlaceSuggestion, PlacesAnswer, PlacesQuery } from '@lading/contract/places.ts';
import type { Actor } from '../../platform/actor.ts';
import type { PlacesProvider } from '../../providers/places/port.ts';

/** An address that the client has used or saved. */
export interface EarlierAddress {
  name: string;
  street1: string;
  street2: string;
  city: string;
  state: string;
  zip: string;
  country: string;
}

/**
 * Finds the client's own addresses that contain a text, newest first; all match an empty text. The text has
 * no control characters, but may contain `%` and `_`, which must match literally.
 */
type EarlierAddresses = (userId: string, text: string, limit: number) => Promise<EarlierAddress[]>;

export interface PlacesDeps {
  places: PlacesProvider;
  /** Passed in, because the addresses belong to other domains. */
  earlierAddresses: EarlierAddresses;
}

const MAX_SUGGESTIONS = 10;
const MAX_OWN = 5;
/** More than are shown, because some may be duplicates or in another country. */
const OWN_FETCHED = 20;

/** Suggests the client's own addresses first, then those of the places provider. */
export async function suggestPlaces(
  deps: PlacesDeps,
  actor: Actor,
  input: PlacesQuery,
): Promise<PlacesAnswer> {
  const country = countryOf(input.country);
  if (!country) return { suggestions: [] };
  const text = input.query.replace(/[\s\p{C}]+/gu, ' ').trim();
  const earlier = await deps.earlierAddresses(actor.userId, text, OWN_FETCHED);
  const here = input.country === '' ? earlier : earlier.filter((address) => address.country === country);
  const own = withoutDuplicates(ranked(here, text).map(ownSuggestion)).slice(0, MAX_OWN);
  const { session } = input;
  const places =
    text === ''
      ? []
      : await deps.places.suggest({ text, country, limit: MAX_SUGGESTIONS - own.length, session });
  return { suggestions: [...own, ...places] };
}

/** An empty country means the United States. */
export const countryOf = (entered: string) => (entered.trim() === '' ? 'US' : parseCountry(entered));

/** Prefix matches of street or name come before other matches. */
function ranked(addresses: readonly EarlierAddress[], text: string): EarlierAddress[] {
  const prefix = normalizeText(text);
  const rank = ({ name, street1 }: EarlierAddress) =>
    [street1, name].some((part) => normalizeText(part).startsWith(prefix)) ? 0 : 1;
  return addresses.toSorted((a, b) => rank(a) - rank(b));
}

function ownSuggestion({
  name,
  street1,
  street2,
  city,
  state,
  zip,
  country,
}: EarlierAddress): PlaceSuggestion {
  const parts = [name, street1, street2, city, `${state} ${zip}`.trim()];
  const text = parts.filter((part) => part !== '').join(', ');
  const address = { street1, street2, city, state, zip, country };
  return { kind: 'own', text, ...address, ...(name === '' ? {} : { name }) };
}

function withoutDuplicates(suggestions: PlaceSuggestion[]): PlaceSuggestion[] {
  const seen = new Set<string>();
  return suggestions.filter(({ text, country }) => {
    const key = normalizeText(`${text} ${country}`);
    return !seen.has(key) && seen.add(key);
  });
}
