import { parseCountry } from './countries.ts';
import { normalizeCity, normalizeText } from './normalize-text.ts';
import { parseProvince, parseState } from './regions.ts';

export interface ComparableAddress {
  street1: string;
  street2: string;
  city: string;
  state: string;
  zip: string;
  country: string;
}

/**
 * True when street, city, state, country or the first 5 ZIP digits differ, as the specification defines it.
 */
export function isChanged(entered: ComparableAddress, suggested: ComparableAddress): boolean {
  const country = countryOf(suggested);
  return (
    countryOf(entered) !== country ||
    isStreetChanged(entered, suggested) ||
    normalizeCity(entered.city) !== normalizeCity(suggested.city) ||
    region(entered.state, country) !== region(suggested.state, country) ||
    postalCode(entered.zip, country) !== postalCode(suggested.zip, country)
  );
}

/** An empty country means the United States. */
const countryOf = ({ country }: ComparableAddress) =>
  country.trim() === '' ? 'US' : (parseCountry(country) ?? normalizeText(country));

/** Both lines together, because the unit can be in either one. */
const street = ({ street1, street2 }: ComparableAddress) => normalizeText(`${street1} ${street2}`);

const UNIT_WORDS =
  /\b(?:APT|APARTMENT|STE|SUITE|UNIT|RM|ROOM|FL|FLOOR|BLDG|BUILDING|DEPT|DEPARTMENT|SPC|SPACE|LOT|NO|NUMBER)\b/g;
const unit = ({ street2 }: ComparableAddress) =>
  normalizeText(street2).replace(UNIT_WORDS, ' ').replace(/\s+/g, ' ').trim();

/** A unit counts only if its number differs, not if “Suite 4” is written “Ste 4”. */
function isStreetChanged(entered: ComparableAddress, suggested: ComparableAddress): boolean {
  if (street(entered) === street(suggested)) return false;
  return (
    normalizeText(entered.street1) !== normalizeText(suggested.street1) || unit(entered) !== unit(suggested)
  );
}

function region(state: string, country: string): string {
  const code = country === 'US' ? parseState(state) : country === 'CA' ? parseProvince(state) : null;
  return code ?? normalizeText(state);
}

function postalCode(zip: string, country: string): string {
  return country === 'US' ? zip.replace(/\D/g, '').slice(0, 5) : zip.toUpperCase().replace(/[^A-Z0-9]/g, '');
}
