import type { PostalAddress } from '@lading/contract/address.ts';
import { capitals } from './plain-letters.ts';

/** Countries that write the postal code before the city (UPU address formats, 2026). */
const CODE_FIRST = new Set(
  'AT BE BG CH CZ DE DK EE ES FI FR GR HR HU IL IS IT LI LT LU LV MC MX NL NO PL PT RO RS SE SI SK TR UA'.split(
    ' ',
  ),
);
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

/** Address lines as on an envelope; the country only if it differs from the other end. */
export function addressLines(address: PostalAddress, otherCountry: string): string[] {
  const { name, company, street1, street2, city, state, zip, country } = address;
  const last = CODE_FIRST.has(country) ? [zip, city, state] : [city, state, zip];
  const lines = [name, company, street1, street2, last.filter(Boolean).join(' ')].map(capitals);
  if (country !== otherCountry) lines.push(countryName(country));
  return lines.filter((line) => line !== '');
}
