import { parseCountry } from '@lading/contract/countries.ts';
import { normalizeText } from '@lading/contract/normalize-text.ts';
import type { PlaceSuggestion, PlacesAnswer, PlacesQuery } from '@lading/contract/places.ts';
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
 * The client's own addresses that contain what was typed, newest first; an empty text asks for the newest. The text is plain:
 * free of control characters, but `%` and `_` in it mean themselves.
 */
export type EarlierAddresses = (userId: string, text: string, limit: number) => Promise<EarlierAddress[]>;

export interface PlacesDeps {
  places: PlacesProvider;
  /** Handed in, because these addresses are in the tables of other domains. */
  earlierAddresses: EarlierAddresses;
}

const MAX_SUGGESTIONS = 10;
const MAX_OWN = 5;
/** More than are shown, since some may be repeats or lie in another country. */
const OWN_ASKED_FOR = 20;

/** Lines to choose while an address is typed: the client's own first, then what the places service knows. */
export async function suggestPlaces(
  deps: PlacesDeps,
  actor: { userId: string },
  input: PlacesQuery,
): Promise<PlacesAnswer> {
  const country = countryOf(input.country);
  if (!country) return { suggestions: [] };
  const text = input.query.replace(/[\s\p{C}]+/gu, ' ').trim();
  const earlier = await deps.earlierAddresses(actor.userId, text, OWN_ASKED_FOR);
  const here = input.country === '' ? earlier : earlier.filter((address) => address.country === country);
  const own = withoutRepeats(ranked(here, text).map(ownSuggestion)).slice(0, MAX_OWN);
  const { session } = input;
  const places =
    text === ''
      ? []
      : await deps.places.suggest({ text, country, limit: MAX_SUGGESTIONS - own.length, session });
  return { suggestions: [...own, ...places] };
}

/** A form that leaves the country out means the United States. */
export const countryOf = (entered: string) => (entered.trim() === '' ? 'US' : parseCountry(entered));

/** Addresses whose street or name begins as typed come before those that only contain it. */
function ranked(addresses: readonly EarlierAddress[], text: string): EarlierAddress[] {
  const wanted = normalizeText(text);
  const begins = ({ name, street1 }: EarlierAddress) =>
    [street1, name].some((part) => normalizeText(part).startsWith(wanted)) ? 0 : 1;
  return addresses.toSorted((a, b) => begins(a) - begins(b));
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

function withoutRepeats(suggestions: PlaceSuggestion[]): PlaceSuggestion[] {
  const seen = new Set<string>();
  return suggestions.filter(({ text, country }) => {
    const key = normalizeText(`${text} ${country}`);
    return !seen.has(key) && seen.add(key);
  });
}
