import { parseProvince, parseState, provinceName } from '@lading/contract/regions.ts';
import type { AddressToCheck } from '../port.ts';
import type { Gazetteer } from './gazetteer.ts';
import { MAX_LINE_LENGTH } from './standardize-street.ts';
import type { Finding } from './verify-us.ts';

/** D, F, I, O, Q and U are never used, W and Z never first. */
const POSTAL_CODE = /^([ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z])(\d[ABCEGHJ-NPRSTV-Z]\d)$/;

/** Checks the postal code against the province. We have no list of streets and cities. */
export function verifyCanada(gazetteer: Gazetteer, address: AddressToCheck): Finding {
  const messages: string[] = [];
  const notes: string[] = [];
  if (address.street1 === '') messages.push('Enter the street address, for example 123 Main St.');
  else if (address.street1.length > MAX_LINE_LENGTH || address.street2.length > MAX_LINE_LENGTH)
    messages.push(`The street address is too long: a line can have at most ${MAX_LINE_LENGTH} characters.`);
  else if (!/\d/.test(address.street1 + address.street2) && !/general delivery/i.test(address.street1))
    messages.push(`Add the street or box number to “${address.street1}”.`);
  if (address.city === '') messages.push('Enter the city.');
  const region = settleRegion(gazetteer, address, notes);
  if ('messages' in region) messages.push(...region.messages);
  if (messages.length > 0 || 'messages' in region) return { messages };
  return { suggestion: { ...address, ...region, country: 'CA' }, notes };
}

function settleRegion(
  gazetteer: Gazetteer,
  address: AddressToCheck,
  notes: string[],
): { state: string; zip: string } | { messages: string[] } {
  if (address.zip === '') return { messages: ['Enter the postal code, for example K1A 0B1.'] };
  const [, area, unit] = POSTAL_CODE.exec(address.zip.toUpperCase().replace(/[\s-]/g, '')) ?? [];
  if (!area || !unit) return { messages: [codeProblem(address.zip)] };
  const zip = `${area} ${unit}`;
  const provinces = gazetteer.provincesOfArea(area);
  const province = parseProvince(address.state);
  const [first] = provinces;
  if (!first) return { messages: [codeProblem(address.zip)] };
  if (!province) {
    if (parseState(address.state))
      return {
        messages: [`${address.state} is a US state. Choose United States as the country.`],
      };
    if (provinces.length > 1) return { messages: ['Enter the province, for example ON.'] };
    if (address.state !== '') notes.push(`Postal code ${zip} is in ${provinceName(first)}.`);
  } else if (!provinces.includes(province)) {
    const there = provinces.map(provinceName).join(' or ');
    const text = `Postal code ${zip} is in ${there}, not in ${provinceName(province)}. Check the province and the postal code.`;
    return { messages: [text] };
  }
  if (!gazetteer.knowsCanadianArea(area))
    notes.push(`Postal code ${zip} could not be verified: its area ${area} is not in our list.`);
  return { state: province ?? first, zip };
}

function codeProblem(zip: string): string {
  return /^\d{5}(?:-?\d{4})?$/.test(zip)
    ? `${zip} is a US ZIP code. Enter a Canadian postal code, for example K1A 0B1, or change the country.`
    : `Postal code “${zip.slice(0, 20)}” should look like K1A 0B1.`;
}
