import { countryName } from '@lading/contract/countries.ts';
import { addressNamesState } from '@lading/contract/place-line.ts';
import { parseState } from '@lading/contract/regions.ts';
import type { AddressToCheck } from '../port.ts';
import { POSTAL_SHAPES, type PostalShape } from './data/postal-code-shapes.ts';
import { LONGEST_LINE } from './standardize-street.ts';
import type { Finding } from './verify-us.ts';

/** Other countries: required fields and the format of the postal code. */
export function verifyAbroad(address: AddressToCheck, country: string): Finding {
  const messages: string[] = [];
  if (address.street1 === '') messages.push('Enter the street address.');
  else if (address.street1.length > LONGEST_LINE || address.street2.length > LONGEST_LINE)
    messages.push(`The street address is too long: a line can have at most ${LONGEST_LINE} characters.`);
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
  if (addressNamesState(country) || !parseState(state)) return null;
  const name = countryName(country) ?? country;
  return `${state} is a US state, and the country is ${name}. Check the state and the country.`;
}

function settleCode(entered: string, country: string): { zip: string } | { message: string } {
  const shapes = POSTAL_SHAPES.get(country);
  if (!shapes) return { zip: entered };
  const compact = entered.toUpperCase().replace(/[\s-]/g, '');
  const name = countryName(country) ?? country;
  const example = shapes[0]?.example ?? '';
  if (compact === '') return { message: `Enter the postal code. In ${name} it looks like ${example}.` };
  // Some people still write an old country prefix, as in D-10115.
  const bare = compact.replace(/^[A-Z]{1,3}(?=\d)/, '');
  for (const form of [compact, bare]) {
    const shape = shapes.find((each) => each.pattern.test(form));
    if (shape) return { zip: written(form, shape) };
  }
  return {
    message: `Postal code “${entered.slice(0, 20)}” is not valid in ${name}. It should look like ${example}.`,
  };
}

function written(compact: string, { shape }: PostalShape): string {
  let at = 0;
  let text = '';
  for (const symbol of shape) {
    if (symbol === ' ' || symbol === '-') text += symbol;
    else {
      text += compact[at] ?? '';
      at += 1;
    }
  }
  return text;
}
