/** Destinations whose customs refuse a parcel without the recipient's tax ID. */
const REQUIRED: ReadonlySet<string> = new Set(['BR', 'CL', 'EC', 'KR']);
/** Destinations where some carriers ask for it. */
const SUGGESTED: ReadonlySet<string> = new Set(['AR', 'CN', 'ID', 'IT', 'MX', 'MY', 'TR', 'TW']);

export type TaxIdNeed = 'required' | 'suggested' | 'optional';

export function taxIdNeed(country: string): TaxIdNeed {
  if (REQUIRED.has(country)) return 'required';
  return SUGGESTED.has(country) ? 'suggested' : 'optional';
}

/** USPS prints at most 28 characters. */
const ANY_ID = /^[\p{L}\d&][\p{L}\d&\s./-]{2,26}[\p{L}\d]$/u;

export const checkTaxId = (_kind: string, number: string): boolean => ANY_ID.test(number);
