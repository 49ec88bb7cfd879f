import type { Clock } from '../../../platform/clock.ts';
import type { Place, PlaceSuggestion, PlacesProvider } from '../port.ts';

export interface GooglePlacesDeps {
  key: string;
  baseUrl: string;
  clock: Clock;
  /** What needs no question to Google, and what answers when Google does not. */
  builtin: PlacesProvider;
}

export class GooglePlaces implements PlacesProvider {
  readonly name = 'google';

  // biome-ignore lint/complexity/noUselessConstructor: to be built
  constructor(_deps: GooglePlacesDeps) {}

  async suggest(): Promise<PlaceSuggestion[]> {
    throw new Error('not built yet');
  }

  async placeOfZip(): Promise<Place | null> {
    throw new Error('not built yet');
  }
}
