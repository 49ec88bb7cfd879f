import { addressFormat } from '@lading/contract/address-formats.ts';
import { countryName, withArticle } from '@lading/contract/countries.ts';
import { placeProblems } from '@lading/contract/place-check.ts';
import { readPostalCode } from '@lading/contract/postal-code.ts';
import { parseState } from '@lading/contract/regions.ts';
import type { AddressToCheck } from '../port.ts';
import { MAX_LINE_LENGTH } from './standardize-street.ts';
import type { Finding } from './verify-us.ts';

/** Other countries: required fields and the format of the postal code. */
export function verifyAbroad(address: AddressToCheck, country: string): Finding {
  const messages: string[] = [];
  if (address.street1 === '') messages.push('Enter the street address.');
  else if (address.street1.length > MAX_LINE_LENGTH || address.street2.length > MAX_LINE_LENGTH)
    messages.push(`The street address is too long: a line can have at most ${MAX_LINE_LENGTH} characters.`);
  if (address.city === '') messages.push('Enter the city.');
  const region = regionProblem(address.state, country);
  if (region) messages.push(region);
  const zip = settleCode(address.zip, country);
  if ('message' in zip) messages.push(zip.message);
  if (messages.length > 0 || 'message' in zip) return { messages };
  return { suggestion: { ...address, zip: zip.zip, country }, notes: [] };
}

/** Other countries have regions that share a name with a US state, such as WA in Australia. */
function regionProblem(state: string, country: string): string | null {
  if (addressFormat(country).printsState || !parseState(state)) return null;
  const name = withArticle(countryName(country) ?? country);
  return `${state} is a US state, and the country is ${name}. Check the state and the country.`;
}

/** A code that has no known format is refused only where all formats are known. */
function settleCode(entered: string, country: string): { zip: string } | { message: string } {
  const { requiresZip, zipName, zipExample } = addressFormat(country);
  if (entered === '') {
    const name = withArticle(countryName(country) ?? country);
    return requiresZip
      ? { message: `Enter the ${lowerFirst(zipName)}. In ${name} it looks like ${zipExample}.` }
      : { zip: '' };
  }
  const problem = placeProblems({ state: '', zipCode: entered, country }).find(
    ({ field }) => field === 'zipCode',
  );
  return problem ? { message: problem.message } : { zip: readPostalCode(country, entered) ?? entered };
}

const lowerFirst = (text: string) => text.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
