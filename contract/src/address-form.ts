import * as z from 'zod/mini';
import { DEFAULT_COUNTRY } from './constants.ts';
import { parseCountry } from './countries.ts';
import { EmailSchema } from './identity.ts';
import { ADDRESS_FORM } from './messages.ts';
import { checkPhoneIn } from './phone.ts';
import { placeProblems } from './place-check.ts';
import { regionCode } from './regions.ts';
import { latinLine, visibleLine } from './storable-text.ts';

/** More than any carrier prints; the label truncates longer lines. */
const MAX_LENGTH = 100;

/** No check aborts, because the check of the phone number would then be skipped. */
const line = z
  .string()
  .check(z.trim(), z.maxLength(MAX_LENGTH, `Please use at most ${MAX_LENGTH} characters.`), visibleLine);

/** A line on the label. */
const printed = line.check(latinLine);

const required = (message: string, text = printed) =>
  z.pipe(z.string(message).check(z.trim(), z.minLength(1, message)), text);
const optional = z._default(printed, '');
/** Required in some countries only. */
const ofPlace = (message: string) => z._default(z.pipe(z.string(message).check(z.trim()), printed), '');

/** A line of text that people read but carriers do not print. */
export const OptionalLineSchema = z._default(line, '');

/** Accepts names and two- or three-letter codes. Empty means the United States. */
const CountrySchema = z.pipe(
  z._default(z.string().check(z.trim(), z.maxLength(60)), ''),
  z.transform((text, context) => {
    const code = text === '' ? 'US' : parseCountry(text);
    if (code !== null) return code;
    context.issues.push({ code: 'custom', message: 'Please choose a country from the list.', input: text });
    return z.NEVER;
  }),
);

const textOf = (value: unknown, missing = '') => (typeof value === 'string' ? value : missing);

/** The country decides whether an address has a state and a postal code. Without a known one, it is a US address. */
const placeOfCountry = z.superRefine<
  { state?: unknown; zipCode?: unknown; country?: unknown } | null | undefined
>(
  (given, context) => {
    const { state, zipCode, country } = given ?? {};
    const place = {
      state: textOf(state),
      zipCode: textOf(zipCode),
      country: textOf(country, DEFAULT_COUNTRY),
    };
    for (const { field, message } of placeProblems(place))
      context.addIssue({ code: 'custom', message, input: place[field], path: [field] });
  },
  { when: () => true },
);

/** The country decides how a phone number is written. Without a known one, it is read as a US number. */
const phoneOfCountry = z.superRefine<{ phone?: unknown; country?: unknown } | null | undefined>(
  (given, context) => {
    const { phone, country } = given ?? {};
    if (typeof phone !== 'string' || phone === '') return;
    const problem = checkPhoneIn(textOf(country, DEFAULT_COUNTRY), phone);
    if (problem) context.addIssue({ code: 'custom', message: problem, input: phone, path: ['phone'] });
  },
  // Even if other fields have problems, so that the form shows all of them at once. The input may then be anything.
  { when: () => true },
);

const fields = z.object({
  fullName: required(ADDRESS_FORM.nameRequired),
  company: optional,
  email: z.pipe(required(ADDRESS_FORM.emailRequired, line), EmailSchema),
  phone: required(ADDRESS_FORM.phoneRequired, line),
  address: required(ADDRESS_FORM.streetRequired),
  address2: optional,
  city: required(ADDRESS_FORM.cityRequired),
  state: ofPlace(ADDRESS_FORM.stateRequired),
  zipCode: ofPlace(ADDRESS_FORM.zipRequired),
  country: CountrySchema,
});

/** Customs, filings and prices compare the codes of states, so a name or a lowercase code must not get around them. */
const withRegionCode = z.overwrite<{ state: string; country: string }>((address) => ({
  ...address,
  state: regionCode(address.country, address.state) ?? address.state,
}));

/** A sender or recipient, in the fields of the specification. */
export const AddressFormSchema = fields.check(placeOfCountry, phoneOfCountry, withRegionCode);
export type AddressForm = z.output<typeof AddressFormSchema>;

/** An address in a response: all fields present, possibly empty. */
export const WrittenAddressSchema = z.object({
  fullName: z.string(),
  company: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  address2: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  country: z.string(),
});
