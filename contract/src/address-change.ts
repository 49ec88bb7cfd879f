import { parseCountry } from './countries.ts';
import { normaliseCity, normaliseText } from './normalise-text.ts';
import { parseProvince, parseState } from './regions.ts';

export interface ComparableAddress {
  street1: string;
  street2: string;
  city: string;
  state: string;
  zip: string;
  country: string;
}

/** Is the suggestion another address in the sense of the specification: street, city, state, country or the first 5 ZIP digits? */
export function isChanged(entered: ComparableAddress, suggested: ComparableAddress): boolean {
  const country = countryOf(suggested);
  return (
    countryOf(entered) !== country ||
    street(entered) !== street(suggested) ||
    normaliseCity(entered.city) !== normaliseCity(suggested.city) ||
    region(entered.state, country) !== region(suggested.state, country) ||
    postalCode(entered.zip, country) !== postalCode(suggested.zip, country)
  );
}

/** A form that leaves the country out means the United States. */
const countryOf = ({ country }: ComparableAddress) =>
  country.trim() === '' ? 'US' : (parseCountry(country) ?? normaliseText(country));

/** One text, so that a unit may stand in either line. */
const street = ({ street1, street2 }: ComparableAddress) => normaliseText(`${street1} ${street2}`);

function region(state: string, country: string): string {
  const code = country === 'US' ? parseState(state) : country === 'CA' ? parseProvince(state) : null;
  return code ?? normaliseText(state);
}

function postalCode(zip: string, country: string): string {
  return country === 'US' ? zip.replace(/\D/g, '').slice(0, 5) : zip.toUpperCase().replace(/[^A-Z0-9]/g, '');
}
