import * as z from 'zod/mini';
import { WrittenAddressSchema } from './address-form.ts';
import { parseCountry } from './countries.ts';
import { ListedCountrySchema } from './country-schema.ts';
import { checkPhone, isPlainName, NAME_INVALID } from './identity.ts';
import { PROFILE } from './messages.ts';
import { PACKAGE_TYPES } from './parcel.ts';
import { visibleLine } from './storable-text.ts';

const MAX = 100;
const text = z
  .string()
  .check(z.trim(), z.maxLength(MAX, `Please use at most ${MAX} characters.`), visibleLine);
const required = (message: string) =>
  z.pipe(z.string(message).check(z.trim(), z.minLength(1, { error: message, abort: true })), text);

export const PROFILE_COUNTRIES = ['US', 'CA'] as const;

/** Accepts names and two- or three-letter codes. */
export const ProfileCountrySchema = z.pipe(
  z.string(),
  z.transform((value, context) => {
    const code = parseCountry(value);
    if (code === 'US' || code === 'CA') return code;
    context.issues.push({
      code: 'custom',
      message: 'Please choose the United States or Canada.',
      input: value,
    });
    return z.NEVER;
  }),
);

const AddressSchema = z.object({
  address: required(PROFILE.streetRequired),
  suite: z._default(text, ''),
  city: required(PROFILE.cityRequired),
  state: required(PROFILE.stateRequired),
  zipCode: required(PROFILE.zipRequired),
  country: z._default(ProfileCountrySchema, 'US'),
});

export const ProfileBodySchema = z.object({
  fullName: required(PROFILE.nameRequired).check(z.refine(isPlainName, NAME_INVALID)),
  phone: required(PROFILE.phoneRequired).check(
    z.refine((phone) => checkPhone(phone) === null, PROFILE.tenDigits),
  ),
  defaultAddress: AddressSchema,
});
export type ProfileBody = z.output<typeof ProfileBodySchema>;

const DefaultAddressSchema = z.object({
  address: z.string(),
  suite: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  country: z.string(),
});
export type DefaultAddress = z.infer<typeof DefaultAddressSchema>;

const profileFields = {
  fullName: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  default_address: z.nullable(DefaultAddressSchema),
};

export const ProfileAnswerSchema = z.object({
  /** The specification names both; they are always equal. */
  data: z.object({ ...profileFields, address: z.nullable(DefaultAddressSchema) }),
});
export type ProfileAnswer = z.infer<typeof ProfileAnswerSchema>;

export const UpdateProfileAnswerSchema = z.object({ user: z.object(profileFields) });
export type UpdateProfileAnswer = z.infer<typeof UpdateProfileAnswerSchema>;

/** Saved addresses and parcels. Not in the specification. */
export const SavedAddressBodySchema = z.object({
  nickname: z._default(text, ''),
  fullName: required('Name is required'),
  company: z._default(text, ''),
  email: z._default(text, ''),
  phone: z._default(text, ''),
  address: required('Street address is required'),
  address2: z._default(text, ''),
  city: required('City is required'),
  state: z._default(text, ''),
  zipCode: z._default(text, ''),
  country: z._default(ListedCountrySchema, 'US'),
});
export type SavedAddressBody = z.output<typeof SavedAddressBodySchema>;

const SavedAddressSchema = z.extend(WrittenAddressSchema, { id: z.string(), nickname: z.string() });
export type SavedAddress = z.infer<typeof SavedAddressSchema>;
export const SavedAddressesAnswerSchema = z.object({ addresses: z.array(SavedAddressSchema) });
export const SavedAddressAnswerSchema = z.object({ address: SavedAddressSchema });

const positive = z.number().check(z.gt(0), z.maximum(100_000));
export const SavedParcelBodySchema = z.object({
  nickname: required('Please enter a nickname.'),
  type: z.enum(PACKAGE_TYPES),
  length: positive,
  width: positive,
  height: positive,
  weight: z._default(z.nullable(positive), null),
});
export type SavedParcelBody = z.output<typeof SavedParcelBodySchema>;

const SavedParcelSchema = z.object({
  id: z.string(),
  nickname: z.string(),
  type: z.enum(PACKAGE_TYPES),
  length: z.number(),
  width: z.number(),
  height: z.number(),
  weight: z.nullable(z.number()),
});
export type SavedParcel = z.infer<typeof SavedParcelSchema>;
export const SavedParcelsAnswerSchema = z.object({ parcels: z.array(SavedParcelSchema) });
export const SavedParcelAnswerSchema = z.object({ parcel: SavedParcelSchema });
