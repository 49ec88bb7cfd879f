import { addressFormat } from './address-formats.ts';
import { countryName } from './countries.ts';
import { US_TERRITORIES } from './regions.ts';

interface PlaceParts {
  city: string;
  state: string;
  country: string;
}

const joined = (parts: readonly string[], separator: string) =>
  parts.filter((part) => part.trim() !== '').join(separator);

/** The state, where addresses of the country name one. USPS prints a territory as a state. */
function printedState({ state, country }: PlaceParts): string {
  if (!addressFormat(country).printsState) return '';
  return state.trim() === '' && US_TERRITORIES.has(country) ? country : state;
}

const SEPARATORS: Readonly<Record<string, string>> = { ',': ', ', '-': '-', '/': '/' };

/** “Austin TX 78701”, “London SW1A 2AA”, “10115 Berlin”: the line above the country. */
export function cityLine(place: PlaceParts & { zip: string }): string {
  const { city, zip, country } = place;
  const parts: Readonly<Record<string, string>> = { c: city, s: printedState(place), z: zip };
  const { line } = addressFormat(country);
  let text = '';
  let separator = ' ';
  // A code is printed even where the format has no place for one.
  for (const symbol of /z/i.test(line) ? line : `${line}z`) {
    const part = parts[symbol.toLowerCase()];
    if (part === undefined) separator = SEPARATORS[symbol] ?? ' ';
    else {
      if (part.trim() !== '') text += text === '' ? part : separator + part;
      separator = ' ';
    }
  }
  return text;
}

/** “Austin, TX”, “London, United Kingdom” */
export const placeName = (place: PlaceParts): string =>
  joined([place.city, printedState(place), abroad(place.country)], ', ');

/** The name of a country other than the United States. */
export const abroad = (country: string): string =>
  country === 'US' ? '' : (countryName(country) ?? country);
