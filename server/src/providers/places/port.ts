export interface PlaceQuery {
  text: string;
  /** ISO alpha-2. */
  country: string;
  limit: number;
  /** Identifies one address entry, from the first key to the choice. */
  session?: string | undefined;
}

export interface Place {
  city: string;
  state: string;
  zip: string;
  country: string;
}

export interface PlaceAddress extends Place {
  street1: string;
  street2: string;
}

/** A suggestion and the fields it fills; empty fields stay unchanged. */
export interface PlaceSuggestion extends PlaceAddress {
  kind: 'city' | 'zip' | 'address';
  text: string;
  /** Pass it to `address` to get the full address. */
  placeId?: string;
}

/**
 * Completes addresses while the client types. No suggestion is an empty list; an exception means that the
 * outcome is unknown.
 */
export interface PlacesProvider {
  readonly name: string;
  suggest(query: PlaceQuery): Promise<PlaceSuggestion[]>;
  /** The full address of a suggestion with an id; null when there is no such place. */
  address(placeId: string, session?: string): Promise<PlaceAddress | null>;
  /** The main city and state of a complete postal code; null when unknown or ambiguous. */
  placeOfZip(zip: string, country: string): Promise<Place | null>;
}
