import type { PostalAddress } from '@lading/contract/address.ts';

/** The text that a client's search looks in. */
export const searchTextOf = (recipient: PostalAddress, trackingNumber: string | null): string =>
  [trackingNumber ?? '', recipient.name, recipient.company, recipient.city].join(' ').trim().toLowerCase();
