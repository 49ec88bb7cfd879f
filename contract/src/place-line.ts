import { countryName } from './countries.ts';

/** Countries that write the postal code before the city (UPU address formats, 2026). */
const CODE_FIRST: ReadonlySet<string> = new Set(
  'AT BE BG CH CZ DE DK EE ES FI FR GR HR HU IL IS IT LI LT LU LV MC MX NL NO PL PT RO RS SE SI SK TR UA'.split(
    ' ',
  ),
);

/** Countries whose addresses name a state, province or region (UPU address formats, 2026). */
const NAMES_STATE: ReadonlySet<string> = new Set(
  `US PR VI GU AS MP FM MH PW CA AE AM AR AU BB BR BS CL CN CO CR CU CV EC EG ES HK HN ID IE IN IQ IR IT JM JP KI
  KN KP KR KY KZ MX MY MZ NG NI NR PA PE PG PH RU SC SO SR SV TH TR TV TW UA UY UZ VE VN`.split(/\s+/),
);

export const addressNamesState = (country: string): boolean => NAMES_STATE.has(country);

interface PlaceParts {
  city: string;
  state: string;
  country: string;
}

const joined = (parts: readonly string[], separator: string) =>
  parts.filter((part) => part.trim() !== '').join(separator);

/** The state, where addresses of the country name one. */
const printedState = ({ state, country }: PlaceParts) => (addressNamesState(country) ? state : '');

/** “Austin TX 78701”, “London SW1A 2AA”, “10115 Berlin”: the line above the country. */
export function cityLine(place: PlaceParts & { zip: string }): string {
  const { city, zip, country } = place;
  const state = printedState(place);
  return joined(CODE_FIRST.has(country) ? [zip, city, state] : [city, state, zip], ' ');
}

/** “Austin, TX”, “London, United Kingdom” */
export const placeName = (place: PlaceParts): string =>
  joined([place.city, printedState(place), abroad(place.country)], ', ');

/** The name of a country other than the United States. */
export const abroad = (country: string): string =>
  country === 'US' ? '' : (countryName(country) ?? country);
