import { normalizeText } from '@lading/contract/normalize-text.ts';
import * as z from 'zod/mini';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { CallObserver } from '../../../platform/outgoing/call-observer.ts';
import { CircuitBreaker } from '../../../platform/outgoing/circuit-breaker.ts';
import { callOut, type HttpAnswer, type HttpCall } from '../../../platform/outgoing/http-call.ts';
import type { Place, PlaceAddress, PlaceQuery, PlaceSuggestion, PlacesProvider } from '../port.ts';
import { AutocompleteSchema, addressOf, DetailsSchema, suggestionOf, TERRITORIES } from './map-place.ts';

interface GooglePlacesDeps {
  key: string;
  baseUrl: string;
  clock: Clock;
  log: Log;
  observer?: CallObserver;
  /** Suggests cities and ZIP codes, and replaces Google while Google does not respond. */
  builtin: PlacesProvider;
  suggestWithinMs?: number;
}

/** The client is typing, so a later answer is useless. */
const SUGGEST_WITHIN_MS = 300;
/** The client has chosen and accepts a short wait. */
const ADDRESS_WITHIN_MS = 3000;
const MAX_BYTES = 256 * 1024;
const MAX_TEXT_LENGTH = 100;

/** Streets and houses; we know cities and ZIP codes ourselves. */
const KINDS = ['street_address', 'premise', 'subpremise', 'route'];

const PREDICTION = 'suggestions.placePrediction';
const SUGGESTION_FIELDS = [
  `${PREDICTION}.placeId`,
  `${PREDICTION}.text.text`,
  `${PREDICTION}.structuredFormat.mainText.text`,
  `${PREDICTION}.structuredFormat.secondaryText.text`,
].join(',');

/**
 * Adds streets from Google Places (New) to our own cities and ZIP codes. A suggestion carries a place id; the
 * full address is fetched when it is chosen, in the same session, which is the unit that Google bills.
 */
export class GooglePlaces implements PlacesProvider {
  readonly name = 'google';
  readonly #deps: GooglePlacesDeps;
  readonly #suggesting: CircuitBreaker;

  constructor(deps: GooglePlacesDeps) {
    this.#deps = deps;
    this.#suggesting = new CircuitBreaker('Google Places', deps.clock, { observer: deps.observer });
  }

  /** Never fails: without Google it returns our own suggestions. */
  async suggest(query: PlaceQuery): Promise<PlaceSuggestion[]> {
    const [known, streets] = await Promise.all([this.#deps.builtin.suggest(query), this.#streets(query)]);
    const seen = new Set<string>();
    return [...known, ...streets]
      .filter(({ text }) => {
        const key = normalizeText(text);
        return text !== '' && !seen.has(key) && seen.add(key);
      })
      .slice(0, Math.max(0, query.limit));
  }

  async address(placeId: string, session?: string): Promise<PlaceAddress | null> {
    const url = this.#url(`/v1/places/${encodeURIComponent(placeId)}`);
    if (session !== undefined) url.searchParams.set('sessionToken', session);
    const answer = await this.#call({
      method: 'GET',
      url,
      fields: 'addressComponents',
      withinMs: ADDRESS_WITHIN_MS,
    });
    // The id is wrong or no longer in use.
    if (answer.status === 400 || answer.status === 404) return null;
    return addressOf(read(DetailsSchema, answer).addressComponents);
  }

  placeOfZip(zip: string, country: string): Promise<Place | null> {
    return this.#deps.builtin.placeOfZip(zip, country);
  }

  async #streets({ text, country, limit, session }: PlaceQuery): Promise<PlaceSuggestion[]> {
    const input = text
      .slice(0, MAX_TEXT_LENGTH)
      .replace(/[\p{C}\s]+/gu, ' ')
      .trim();
    if (input === '' || limit <= 0 || isZip(input, country) || !/^[A-Z]{2}$/.test(country)) return [];
    const body = {
      input,
      includedPrimaryTypes: KINDS,
      includedRegionCodes: country === 'US' ? ['US', ...TERRITORIES] : [country],
      languageCode: 'en',
      ...(session === undefined ? {} : { sessionToken: session }),
    };
    return this.#suggesting
      .run(
        () => this.#predict(JSON.stringify(body), country),
        () => false,
      )
      .catch(() => []);
  }

  async #predict(body: string, country: string): Promise<PlaceSuggestion[]> {
    const { log, suggestWithinMs: withinMs = SUGGEST_WITHIN_MS } = this.#deps;
    const url = this.#url('/v1/places:autocomplete');
    try {
      const answer = await this.#call({ method: 'POST', url, body, fields: SUGGESTION_FIELDS, withinMs });
      return read(AutocompleteSchema, answer).suggestions.flatMap(({ placePrediction }) =>
        placePrediction ? [suggestionOf(placePrediction, country)] : [],
      );
    } catch (error) {
      log.warn(
        { event: 'google_places.suggest_failed', err: error },
        'Google Places failed; using built-in suggestions',
      );
      throw error;
    }
  }

  #url = (path: string) => new URL(`${this.#deps.baseUrl.replace(/\/+$/, '')}${path}`);

  #call({
    fields,
    ...call
  }: Omit<HttpCall, 'headers' | 'mostBytes'> & { fields: string }): Promise<HttpAnswer> {
    const headers = {
      'content-type': 'application/json',
      'x-goog-api-key': this.#deps.key,
      'x-goog-fieldmask': fields,
    };
    return callOut({ ...call, headers, mostBytes: MAX_BYTES });
  }
}

/** Digits that can only become a ZIP code, which we know ourselves. */
const isZip = (text: string, country: string) => country === 'US' && /^\d{1,5}(?:-\d{0,4})?$/.test(text);

function read<T extends z.ZodMiniType>(schema: T, { status, body }: HttpAnswer): z.output<T> {
  if (status !== 200) throw new Error(`Google Places answered with status ${status}`);
  return z.parse(schema, JSON.parse(body.toString()));
}
