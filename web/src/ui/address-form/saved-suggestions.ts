import type { SavedAddress } from '@lading/contract/profile.ts';
import type { Suggestion } from '../suggestion-field.tsx';
import { type AddressValues, formatPhone, stateFor } from './address-values.ts';

interface SavedSuggestion extends Suggestion {
  address: SavedAddress;
}

const MAX_SUGGESTIONS = 6;

const listed = (address: SavedAddress): SavedSuggestion => ({
  id: address.id,
  text: [address.fullName, address.nickname].filter(Boolean).join(' · '),
  detail: [address.address, address.city, address.state].filter(Boolean).join(', '),
  address,
});

/**
 * Matches the text against the start of each word in names and nicknames. Without text, everything matches.
 */
export function savedSuggestions(saved: readonly SavedAddress[], text: string): SavedSuggestion[] {
  const wanted = text.trim().toLowerCase();
  const fits = ({ fullName, nickname }: SavedAddress) =>
    ` ${fullName} ${nickname}`.toLowerCase().includes(` ${wanted}`);
  // A name that is already complete needs no suggestion.
  return saved
    .filter((address) => fits(address) && address.fullName.toLowerCase() !== wanted)
    .slice(0, MAX_SUGGESTIONS)
    .map(listed);
}

/** Keeps the form's email and phone if the saved address has none. */
export const withSaved = (values: AddressValues, saved: SavedAddress): AddressValues => ({
  fullName: saved.fullName,
  company: saved.company,
  email: saved.email || values.email,
  phone: saved.phone ? formatPhone(saved.phone, saved.country) : values.phone,
  address: saved.address,
  address2: saved.address2,
  city: saved.city,
  state: stateFor(saved.country, saved.state),
  zipCode: saved.zipCode,
  country: saved.country,
});
