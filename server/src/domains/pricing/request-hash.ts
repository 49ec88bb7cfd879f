import { createHash } from 'node:crypto';
import type { ShipmentRequest } from './make-quotes.ts';

/** One digest for one parcel between two addresses on one day; a purchase that differs in anything has another. */
export function requestHash({ sender, receiver, parcel, shipDate }: ShipmentRequest): Buffer {
  const canonical = [sender, receiver, parcel].map((part) => Object.entries(part).sort(byName));
  return createHash('sha256')
    .update(JSON.stringify([canonical, shipDate]))
    .digest();
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);
