import { checkPhone } from './identity.ts';
import { US_TERRITORIES } from './regions.ts';

const COUNTRY_CODE_MISSING = 'Phone number must start with + and the country code, such as +44 20 7946 0958.';
const NOT_E164 = 'Phone number must have 8 to 15 digits, including the country code.';

/** E.164: up to 15 digits, and no country code starts with 0. */
const INTERNATIONAL = /^[1-9]\d{7,14}$/;

/** True where numbers have ten digits and are written without a country code. */
export const hasTenDigitPhones = (country: string): boolean =>
  country === 'US' || country === 'CA' || US_TERRITORIES.has(country);

/** The digits after + or 00, or null if the number has no country code. */
const afterPrefix = (phone: string): string | null => {
  const prefix = /^\s*(?:\+|00)/.exec(phone);
  return prefix ? phone.slice(prefix[0].length).replace(/\D/g, '') : null;
};

/** Returns the error to show for a phone number in this country, or null. */
export function checkPhoneIn(country: string, phone: string): string | null {
  if (hasTenDigitPhones(country)) return checkPhone(phone);
  const digits = afterPrefix(phone);
  if (digits === null) return COUNTRY_CODE_MISSING;
  return INTERNATIONAL.test(digits) ? null : NOT_E164;
}

/** Without formatting: ten digits, or + and the digits. Text that is not a phone number stays unchanged. */
export function plainPhone(country: string, phone: string): string {
  if (checkPhoneIn(country, phone) !== null) return phone.trim();
  return hasTenDigitPhones(country) ? phone.replace(/\D/g, '') : `+${afterPrefix(phone)}`;
}
