import type { PostalAddress } from '@lading/contract/address.ts';
import type { Carrier } from '@lading/contract/parcel.ts';
import { latinCapitals } from './plain-letters.ts';

/**
 * Sorting codes. The carriers' tables are not public, so these are derived from the address: they look real
 * and are stable, but no sorting machine can use them.
 */
export interface LabelRouting {
  /** Printed large. */
  code: string;
  /** Printed beside it: retail distribution code, origin station. */
  detail: string;
}

export function routingOf(carrier: Carrier, from: PostalAddress, to: PostalAddress): LabelRouting {
  const digits = to.zip.replace(/\D/g, '').padEnd(5, '0');
  const number = Number(digits.slice(0, 5));
  switch (carrier) {
    case 'USPS':
      return { code: `C${two(number % 97, 3)}`, detail: two(Number(digits.slice(0, 2)), 4) };
    case 'UPS':
      return { code: `${region(to)} ${area(to)} 9-${two(number % 90, 2)}`, detail: '' };
    case 'FedEx':
      return { code: `X${letter(number)} ${station(to)}A`, detail: `${region(to)}-${country(to)}` };
    case 'DHL':
      return { code: `${country(to)}-${station(to)}`, detail: `${country(from)}-${station(from)}` };
  }
}

const two = (value: number, length: number) => String(value).padStart(length, '0');
const letter = (value: number) => String.fromCharCode(65 + (value % 26));
const country = (address: PostalAddress) => latinCapitals(address.country).slice(0, 2);

/** Two-letter state, or else the country. */
const region = (address: PostalAddress) => {
  const state = latinCapitals(address.state).replace(/[^A-Z]/g, '');
  return state.length === 2 ? state : country(address);
};

const area = (address: PostalAddress) =>
  latinCapitals(address.zip)
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, 3)
    .padEnd(3, '0');

/** Three letters: initials of the city, padded with the last word. */
function station(address: PostalAddress): string {
  const words = latinCapitals(address.city)
    .replace(/[^A-Z ]/g, '')
    .split(' ')
    .filter(Boolean);
  const initials = words
    .map((word) => word.charAt(0))
    .join('')
    .slice(0, 3);
  return (initials + (words.at(-1) ?? '').slice(1)).padEnd(3, 'X').slice(0, 3);
}
