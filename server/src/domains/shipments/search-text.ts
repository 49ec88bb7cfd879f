import type { PostalAddress } from '@lading/contract/address.ts';

/** The text that a client's search looks in. */
export const searchTextOf = (receiver: PostalAddress, trackingNumber: string | null): string =>
  [trackingNumber ?? '', receiver.name, receiver.company, receiver.city].join(' ').trim().toLowerCase();
