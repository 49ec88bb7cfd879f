/** What a person is typing into an address form. */
export interface PlaceQuery {
  text: string;
  /** ISO alpha-2. */
  country: string;
  limit: number;
}

export interface Place {
  city: string;
  state: string;
  zip: string;
  country: string;
}

/** One line to choose, and the fields it fills; empty ones are left alone. */
export interface PlaceSuggestion extends Place {
  kind: 'city' | 'zip';
  text: string;
}

/** Completions while an address is typed. Nothing to suggest is an empty list; an exception means that nobody knows. */
export interface PlacesProvider {
  readonly name: string;
  suggest(query: PlaceQuery): Promise<PlaceSuggestion[]>;
  /** The main city and the state of a complete postal code; null where it is unknown or does not tell. */
  placeOfZip(zip: string, country: string): Promise<Place | null>;
}
