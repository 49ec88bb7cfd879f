import type { PostalAddress } from '@lading/contract/address.ts';
import { DEFAULT_COUNTRY } from '@lading/contract/constants.ts';
import type { Parcel } from '@lading/contract/parcel.ts';
import { abroad, cityLine, placeName } from '@lading/contract/place-line.ts';

export const formatAddress = (address: PostalAddress): string[] =>
  [
    address.name,
    address.company,
    address.street1,
    address.street2,
    address.country === DEFAULT_COUNTRY
      ? [placeName(address), address.zip].filter(Boolean).join(' ')
      : cityLine(address),
    abroad(address.country),
  ].filter(Boolean);

export const formatParcel = ({ lengthIn, widthIn, heightIn, weightLb }: Parcel): string =>
  `${lengthIn} × ${widthIn} × ${heightIn} in, ${weightLb} lb`;
