import type { DefaultAddress } from '@lading/contract/profile.ts';

/** Where the client ships from: the address of the profile. */
export interface Sender {
  fullName: string;
  email: string;
  phone: string;
  address: DefaultAddress;
}

interface SenderProfile {
  full_name: string;
  email: string;
  phone: string | null;
  default_address: DefaultAddress | null;
}

/** Null if the profile has no address or phone number yet. */
export function senderOf(profile: SenderProfile): Sender | null {
  const { full_name: fullName, email, phone, default_address: address } = profile;
  return phone && address ? { fullName, email, phone, address } : null;
}

/** Used while the client has not entered an address, so that orders can already be checked. Never shipped. */
export const SENDER_TO_COME: Sender = {
  fullName: 'Sender',
  email: 'sender@shop.example',
  phone: '2125550100',
  address: {
    address: '350 5th Ave',
    suite: '',
    city: 'New York',
    state: 'NY',
    zipCode: '10118',
    country: 'US',
  },
};
