import { countryName } from '@lading/contract/countries.ts';
import type { DefaultAddress } from '@lading/contract/profile.ts';
import type { Buyer, Seller } from './billing-content.ts';
import type { BuyerFacts } from './billing-details.store.ts';
import type { StoredSettings } from './billing-settings.store.ts';

/** What documents of an erased client say. */
export const ERASED_BUYER: Buyer = { name: 'Deleted client', addressLines: [], taxId: '', reference: '' };

/** The client's billing details; where they are empty, the profile. */
export const buyerOf = (facts: BuyerFacts): Buyer => {
  if (facts.erased) return ERASED_BUYER;
  const lines = facts.address_lines ?? [];
  return {
    name: facts.company || facts.full_name,
    addressLines: lines.length > 0 ? lines : profileLines(facts.default_address),
    taxId: facts.tax_id ?? '',
    reference: facts.reference ?? '',
  };
};

const profileLines = (address: DefaultAddress | null): string[] =>
  address
    ? [
        address.address,
        address.suite,
        `${address.city}, ${address.state} ${address.zipCode}`,
        countryName(address.country) ?? address.country,
      ].filter((line) => line !== '')
    : [];

export const sellerOf = (settings: StoredSettings): Seller => ({
  legalName: settings.legal_name,
  addressLines: settings.address_lines,
  taxId: settings.tax_id,
  contactEmail: settings.contact_email,
});
