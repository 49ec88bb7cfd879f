import type { SavedAddress } from '@lading/contract/profile.ts';
import type { Suggestion } from '../suggestion-field.tsx';
import { type AddressValues, formatPhone, stateFor } from './address-values.ts';

export interface SavedSuggestion extends Suggestion {
  address: SavedAddress;
}

const MAX_SUGGESTIONS = 6;

const listed = (address: SavedAddress): SavedSuggestion => ({
  id: address.id,
  text: [address.fullName, address.nickname].filter(Boolean).join(' · '),
  detail: [address.address, address.city, address.state].filter(Boolean).join(', '),
  address,
});

/** Those of the address book whose name or nickname has a word that begins like the text; all of them for no text. */
export function savedSuggestions(saved: readonly SavedAddress[], text: string): SavedSuggestion[] {
  const wanted = text.trim().toLowerCase();
  const fits = ({ fullName, nickname }: SavedAddress) =>
    ` ${fullName} ${nickname}`.toLowerCase().includes(` ${wanted}`);
  // The name as it stands in the book needs no offer of itself.
  return saved
    .filter((address) => fits(address) && address.fullName.toLowerCase() !== wanted)
    .slice(0, MAX_SUGGESTIONS)
    .map(listed);
}

/** What the book does not know of a person is kept from the form. */
export const withSaved = (values: AddressValues, saved: SavedAddress): AddressValues => ({
  fullName: saved.fullName,
  email: saved.email || values.email,
  phone: saved.phone ? formatPhone(saved.phone) : values.phone,
  address: saved.address,
  address2: saved.address2,
  city: saved.city,
  state: stateFor(saved.country, saved.state),
  zipCode: saved.zipCode,
  country: saved.country,
});
