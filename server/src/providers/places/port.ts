/** What a person is typing into an address form. */
export interface PlaceQuery {
  text: string;
  /** ISO alpha-2. */
  country: string;
  limit: number;
  /** The same while one address is typed and chosen. */
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

/** One line to choose, and the fields it fills; empty ones are left alone. */
export interface PlaceSuggestion extends PlaceAddress {
  kind: 'city' | 'zip' | 'address';
  text: string;
  /** By which `address` tells the rest. */
  placeId?: string;
}

/** Completions while an address is typed. Nothing to suggest is an empty list; an exception means that nobody knows. */
export interface PlacesProvider {
  readonly name: string;
  suggest(query: PlaceQuery): Promise<PlaceSuggestion[]>;
  /** The whole address of a suggestion that has an id; null where there is no such place. */
  address(placeId: string, session?: string): Promise<PlaceAddress | null>;
  /** The main city and the state of a complete postal code; null where it is unknown or does not tell. */
  placeOfZip(zip: string, country: string): Promise<Place | null>;
}
