import type { AddressToCheck } from './port.ts';

const MAX_FIELD_LENGTH = 300;

export const FIELD_TOO_LONG = 'One of the address fields is too long.';

export const hasLongField = ({ street1, street2, city, state, zip, country }: AddressToCheck): boolean =>
  [street1, street2, city, state, zip, country].some((field) => field.length > MAX_FIELD_LENGTH);
