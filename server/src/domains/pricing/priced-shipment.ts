import { createHash } from 'node:crypto';
import type { PostalAddress } from '@lading/contract/address.ts';
import type { CustomsDeclaration, TaxId } from '@lading/contract/customs/declaration.ts';
import { type Extras, hasExtras, NO_EXTRAS } from '@lading/contract/customs/extras.ts';
import { maskTaxId } from '@lading/contract/customs/tax-ids.ts';
import type { Parcel } from '@lading/contract/parcel.ts';
import { byName, withSortedFields } from '../../platform/sorted-fields.ts';

/** What the client declares besides addresses and parcel. Stored as null if there is nothing. */
export interface Declaration {
  customs: CustomsDeclaration | null;
  extras: Extras;
}

export const NO_DECLARATION: Declaration = { customs: null, extras: NO_EXTRAS };

/** Everything a price depends on. */
export interface PricedShipment extends Declaration {
  sender: PostalAddress;
  recipient: PostalAddress;
  parcel: Parcel;
  shipDate: string;
}

type HashedTaxId = TaxId | { kind: string; masked: string } | null;

/** Tax IDs may be given in full or masked: the hash is the same. */
interface HashedShipment extends Omit<PricedShipment, 'customs'> {
  customs:
    | (Omit<CustomsDeclaration, 'senderTaxId' | 'recipientTaxId'> & {
        senderTaxId: HashedTaxId;
        recipientTaxId: HashedTaxId;
      })
    | null;
}

/**
 * A purchase must hash to the same value as its quote, so that a client can ship only what we priced. Covers tax IDs
 * only in their masked form: a short number could be guessed from a hash whose other parts are known.
 */
export function hashOf({ sender, recipient, parcel, shipDate, customs, extras }: HashedShipment): Buffer {
  const parts = [sender, recipient, parcel].map((part) => Object.entries(part).sort(byName));
  // Left out if empty, so that quotes of earlier versions keep their hash.
  const declared = customs && {
    ...customs,
    senderTaxId: masked(customs.senderTaxId),
    recipientTaxId: masked(customs.recipientTaxId),
  };
  const added = [...(declared ? [declared] : []), ...(hasExtras(extras) ? [extras] : [])];
  return createHash('sha256')
    .update(JSON.stringify([parts, shipDate]))
    .update(added.length > 0 ? JSON.stringify(added, withSortedFields) : '')
    .digest();
}

const masked = (taxId: HashedTaxId) =>
  taxId && { kind: taxId.kind, masked: 'masked' in taxId ? taxId.masked : maskTaxId(taxId.number) };
