import { createHash } from 'node:crypto';
import type { PostalAddress } from '@lading/contract/address.ts';
import type { CustomsDeclaration } from '@lading/contract/customs/declaration.ts';
import { type Extras, hasExtras, NO_EXTRAS } from '@lading/contract/customs/extras.ts';
import type { Parcel } from '@lading/contract/parcel.ts';

/** What the client declares besides addresses and parcel. Stored as null if there is nothing. */
export interface Declaration {
  customs: CustomsDeclaration | null;
  extras: Extras;
}

export const NO_DECLARATION: Declaration = { customs: null, extras: NO_EXTRAS };

export const storedDeclaration = ({ customs, extras }: Declaration): Declaration | null =>
  customs || hasExtras(extras) ? { customs, extras } : null;

/** Everything a price depends on. */
export interface PricedShipment extends Declaration {
  sender: PostalAddress;
  recipient: PostalAddress;
  parcel: Parcel;
  shipDate: string;
}

/** A purchase must hash to the same value as its quote, so that a client can ship only what we priced. */
export function hashOf({ sender, recipient, parcel, shipDate, customs, extras }: PricedShipment): Buffer {
  const parts = [sender, recipient, parcel].map((part) => Object.entries(part).sort(byName));
  // Left out if empty, so that quotes of earlier versions keep their hash.
  const added = [...(customs ? [customs] : []), ...(hasExtras(extras) ? [extras] : [])];
  return createHash('sha256')
    .update(JSON.stringify([parts, shipDate]))
    .update(added.length > 0 ? JSON.stringify(added, withSortedFields) : '')
    .digest();
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);

/** The database may return fields in another order. */
function withSortedFields(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(byName));
}
