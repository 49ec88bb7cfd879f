import { createHash } from 'node:crypto';
import type { PostalAddress } from '@lading/contract/address.ts';
import type { Parcel } from '@lading/contract/parcel.ts';

/** Everything a price depends on. */
export interface PricedShipment {
  sender: PostalAddress;
  recipient: PostalAddress;
  parcel: Parcel;
  shipDate: string;
}

/** A purchase must hash to the same value as its quote, so that a client can ship only what we priced. */
export function hashOf({ sender, recipient, parcel, shipDate }: PricedShipment): Buffer {
  const canonical = [sender, recipient, parcel].map((part) => Object.entries(part).sort(byName));
  return createHash('sha256')
    .update(JSON.stringify([canonical, shipDate]))
    .digest();
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);
