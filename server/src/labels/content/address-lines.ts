import type { PostalAddress } from '@lading/contract/address.ts';
import { cityLine } from '@lading/contract/place-line.ts';
import { capitals } from './plain-letters.ts';

const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });
const countryNames = new Map<string, string>();

function countryName(country: string): string {
  const known = countryNames.get(country);
  if (known !== undefined) return known;
  const name = /^[A-Z]{2}$/.test(country) ? (names.of(country) ?? country) : country;
  const shown = capitals(name);
  if (countryNames.size < 1000) countryNames.set(country, shown);
  return shown;
}

/** Address lines as on an envelope. The country is left out if both parties are in the same one. */
export function addressLines(address: PostalAddress, otherCountry: string): string[] {
  const { name, company, street1, street2, country } = address;
  const lines = [name, company, street1, street2, cityLine(address)].map(capitals);
  if (country !== otherCountry) lines.push(countryName(country));
  return lines.filter((line) => line !== '');
}
