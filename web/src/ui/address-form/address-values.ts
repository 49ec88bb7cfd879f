import { AddressFormSchema } from '@lading/contract/address-form.ts';
import { addressFormat } from '@lading/contract/address-formats.ts';
import { DEFAULT_COUNTRY } from '@lading/contract/constants.ts';
import { checkPhone } from '@lading/contract/identity.ts';
import { PHONE } from '@lading/contract/messages.ts';
import type { PastedFields } from '@lading/contract/paste-address.ts';
import { hasTenDigitPhones } from '@lading/contract/phone.ts';
import { placeWarnings } from '@lading/contract/place-check.ts';
import { CA_PROVINCES, parseProvince, parseState, type Region, US_STATES } from '@lading/contract/regions.ts';

/** In the screen order of US addresses. */
export const ADDRESS_FIELDS = [
  'fullName',
  'company',
  'email',
  'phone',
  'address',
  'address2',
  'city',
  'state',
  'zipCode',
  'country',
] as const;
export type AddressField = (typeof ADDRESS_FIELDS)[number];
export type AddressValues = Record<AddressField, string>;
export type AddressProblems = Partial<Record<AddressField, string>>;

export const EMPTY_ADDRESS: AddressValues = {
  fullName: '',
  company: '',
  email: '',
  phone: '',
  address: '',
  address2: '',
  city: '',
  state: '',
  zipCode: '',
  country: DEFAULT_COUNTRY,
};

/** The first problem of each field. */
export function addressProblems(values: AddressValues): AddressProblems {
  const parsed = AddressFormSchema.safeParse(values);
  const problems: AddressProblems = {};
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = ADDRESS_FIELDS.find((name) => name === path[0]);
    if (field) problems[field] ??= message;
  }
  const { cityName } = addressFormat(values.country);
  if (values.city.trim() === '' && cityName !== 'City') problems.city = `${cityName} is required`;
  return problems;
}

/** Warnings: the parcel can still be sent. */
export const addressWarnings = (values: AddressValues): AddressProblems =>
  Object.fromEntries(placeWarnings(values).map(({ field, message }) => [field, message]));

/** In screen order: the first field with a problem gets the focus. */
export const fieldsOf = (country: string): readonly AddressField[] => [
  ...ADDRESS_FIELDS.slice(0, ADDRESS_FIELDS.indexOf('city')),
  ...addressFormat(country).order,
  'country',
];

/** The options of the state field, or null for countries with free text. */
export function regionsOf(country: string): readonly Region[] | null {
  if (country === 'US') return US_STATES;
  return country === 'CA' ? CA_PROVINCES : null;
}

/** Maps free text to an option of the country's list, or to nothing. */
export function stateFor(country: string, state: string): string {
  if (country === 'US') return parseState(state) ?? '';
  return country === 'CA' ? (parseProvince(state) ?? '') : state;
}

/** Clears a US or Canadian state, and one that the new country cannot have. */
export const withCountry = (values: AddressValues, country: string): AddressValues => {
  if (country === values.country) return values;
  const kept = regionsOf(values.country) && !regionsOf(country) ? '' : values.state;
  return { ...values, country, state: stateFor(country, kept) };
};

/** (503) 555-0142 for ten digits; anything else stays unchanged, as numbers of other countries do. */
export function formatPhone(phone: string, country: string = DEFAULT_COUNTRY): string {
  if (!hasTenDigitPhones(country)) return phone.trim();
  const digits = phone.replace(/\D/g, '');
  if (checkPhone(phone) !== null) return phone;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/** The number without its US country code, if that is the only problem. */
export function repairedPhone({ phone, country }: Pick<AddressValues, 'phone' | 'country'>): string | null {
  if (!hasTenDigitPhones(country) || checkPhone(phone) !== PHONE.countryCode) return null;
  const digits = phone.replace(/\D/g, '').replace(/^00/, '');
  const national = /^1(\d{10})$/.exec(digits)?.[1];
  return national === undefined ? null : formatPhone(national);
}

/** True if there is enough of an address to split into fields. False for a name with a comma. */
export const isWholeAddress = (fields: PastedFields): boolean =>
  fields.address !== '' && (fields.zipCode !== '' || (fields.city !== '' && fields.state !== ''));

const PLACE = ['address', 'address2', 'city', 'state', 'zipCode'] as const;
const PERSON = ['fullName', 'email', 'phone'] as const;

/**
 * Replaces all address fields, so that the apartment of the old address does not stay. Replaces personal fields
 * only if they were pasted; another person's company does not stay.
 */
export function withPaste(values: AddressValues, pasted: PastedFields): AddressValues {
  const country = pasted.country || (pasted.zipCode === '' ? values.country : DEFAULT_COUNTRY);
  const next = { ...values, country };
  for (const field of PLACE) next[field] = pasted[field];
  for (const field of PERSON) if (pasted[field] !== '') next[field] = pasted[field];
  if (next.fullName !== values.fullName) next.company = '';
  return { ...next, state: stateFor(country, pasted.state), phone: formatPhone(next.phone, country) };
}

/** Fills in the city and state of a ZIP code if those fields are empty. */
export function withZip(values: AddressValues, place: { city: string; state: string }): AddressValues {
  return { ...values, city: values.city || place.city, state: values.state || place.state };
}

export const isUsZip = ({ country, zipCode }: Pick<AddressValues, 'country' | 'zipCode'>): boolean =>
  country === 'US' && /^\d{5}$/.test(zipCode.trim());
