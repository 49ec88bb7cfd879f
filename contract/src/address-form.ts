import * as z from 'zod/mini';
import { parseCountry } from './countries.ts';
import { checkPhone, EmailSchema } from './identity.ts';
import { ADDRESS_FORM } from './messages.ts';

/** More than any carrier prints; the label truncates longer lines. */
const MAX_LENGTH = 100;

/** Control and direction characters and lone surrogates: invisible on screen, wrong on a label. */
const INVISIBLE = /[\p{Cc}\p{Cs}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;

const line = z.string().check(
  z.trim(),
  z.maxLength(MAX_LENGTH, { error: `Please use at most ${MAX_LENGTH} characters.`, abort: true }),
  z.refine((text) => !INVISIBLE.test(text), 'Please remove invisible characters.'),
);

const required = (message: string) =>
  z.pipe(z.string(message).check(z.trim(), z.minLength(1, { error: message, abort: true })), line);
const optional = z._default(line, '');

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

/** A sender or recipient, in the fields of the specification. */
export const AddressFormSchema = z.object({
  fullName: required(ADDRESS_FORM.nameRequired),
  company: optional,
  email: z.pipe(required(ADDRESS_FORM.emailRequired), EmailSchema),
  phone: required(ADDRESS_FORM.phoneRequired).check(
    z.superRefine((phone, context) => {
      const problem = checkPhone(phone);
      if (problem) context.addIssue({ code: 'custom', message: problem, input: phone });
    }),
  ),
  address: required(ADDRESS_FORM.streetRequired),
  address2: optional,
  city: required(ADDRESS_FORM.cityRequired),
  state: required(ADDRESS_FORM.stateRequired),
  zipCode: required(ADDRESS_FORM.zipRequired),
  country: CountrySchema,
});
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
