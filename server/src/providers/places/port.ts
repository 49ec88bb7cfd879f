/** What a person is typing, and the client's own earlier addresses, newest first. */
export interface PlaceQuery {
  field: 'street' | 'city' | 'zip';
  text: string;
  /** ISO alpha-2. */
  country: string;
  earlier: readonly EarlierAddress[];
  limit: number;
}

export interface EarlierAddress {
  street1: string;
  street2: string;
  city: string;
  state: string;
  zip: string;
  country: string;
}

/** One line to choose, and the fields it fills; empty ones are left alone. */
export interface PlaceSuggestion {
  source: 'earlier' | 'directory';
  text: string;
  address: EarlierAddress;
}

/** Completions while an address is typed. Nothing to suggest is an empty list; an exception means that nobody knows. */
export interface PlacesProvider {
  readonly name: string;
  suggest(query: PlaceQuery): Promise<PlaceSuggestion[]>;
}
