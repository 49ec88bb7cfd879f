import { checkPhone } from '@lading/contract/identity.ts';
import type { PlaceSuggestion } from '@lading/contract/places.ts';
import { PROFILE_COUNTRIES, type ProfileAnswer, ProfileBodySchema } from '@lading/contract/profile.ts';
import { CA_PROVINCES, parseProvince, parseState, type Region, US_STATES } from '@lading/contract/regions.ts';
import { checkBody } from '../../lib/form-problems.ts';
import { formatPhone } from '../../ui/address-form/address-values.ts';

export type ProfileCountry = (typeof PROFILE_COUNTRIES)[number];

/** The fields of the form, flat. */
export interface ProfileDraft {
  fullName: string;
  phone: string;
  address: string;
  suite: string;
  city: string;
  state: string;
  zipCode: string;
  country: ProfileCountry;
}

const countryOf = (text: string | undefined): ProfileCountry =>
  PROFILE_COUNTRIES.find((country) => country === text) ?? 'US';

export const regionsOf = (country: ProfileCountry): readonly Region[] =>
  country === 'CA' ? CA_PROVINCES : US_STATES;

/** The code of a state or province in any common spelling, or an empty string. */
const regionCode = (text: string, country: ProfileCountry) =>
  (country === 'CA' ? parseProvince(text) : parseState(text)) ?? '';

const digitsOf = (phone: string) => (checkPhone(phone) === null ? phone.replace(/\D/g, '') : phone.trim());

export function draftOf({ fullName, phone, default_address }: Profile): ProfileDraft {
  const country = countryOf(default_address?.country);
  return {
    fullName,
    phone: formatPhone(phone ?? ''),
    address: default_address?.address ?? '',
    suite: default_address?.suite ?? '',
    city: default_address?.city ?? '',
    state: regionCode(default_address?.state ?? '', country),
    zipCode: default_address?.zipCode ?? '',
    country,
  };
}
export type Profile = Pick<ProfileAnswer['data'], 'fullName' | 'email' | 'phone' | 'default_address'>;

const bodyOf = ({ fullName, phone, ...defaultAddress }: ProfileDraft) => ({
  fullName,
  phone: digitsOf(phone),
  defaultAddress,
});

/** Ignores surrounding spaces and the format of the phone number. */
export function isSameDraft(a: ProfileDraft, b: ProfileDraft): boolean {
  const plain = (draft: ProfileDraft) =>
    JSON.stringify(bodyOf(draft), (_, value) => (typeof value === 'string' ? value.trim() : value));
  return plain(a) === plain(b);
}

export const checkDraft = (draft: ProfileDraft) => checkBody(ProfileBodySchema, bodyOf(draft));

/** Drops a state that the other country does not have. */
export const withCountry = (draft: ProfileDraft, country: ProfileCountry): Partial<ProfileDraft> => ({
  country,
  state: regionCode(draft.state, country),
});

/**
 * Fills in a suggested place and keeps the suite. A city or ZIP code replaces the street text, which was only the
 * search. A street replaces city, state and ZIP code, even with blanks.
 */
export function withPlace(draft: ProfileDraft, place: PlaceSuggestion): Partial<ProfileDraft> {
  const country = countryOf(place.country);
  const kept = place.kind === 'address' ? { city: '', state: '', zipCode: '' } : draft;
  return {
    address: place.street1,
    ...(place.kind === 'address' && draft.suite === '' ? { suite: place.street2 } : {}),
    city: place.city || kept.city,
    state: regionCode(place.state, country) || kept.state,
    zipCode: place.zip || kept.zipCode,
    country,
  };
}
