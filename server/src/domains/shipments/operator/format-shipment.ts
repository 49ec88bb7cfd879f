import type { PostalAddress } from '@lading/contract/address.ts';
import type { MarkupType } from '@lading/contract/commission.ts';
import { DEFAULT_COUNTRY } from '@lading/contract/constants.ts';
import { formatMoney } from '@lading/contract/money.ts';
import type { Parcel } from '@lading/contract/parcel.ts';

const foreignCountry = ({ country }: Pick<PostalAddress, 'country'>) =>
  country === DEFAULT_COUNTRY ? '' : country;

/** 'Portland, OR' or 'Toronto, ON, CA'. */
export const formatPlace = (address: Pick<PostalAddress, 'city' | 'state' | 'country'>): string =>
  [address.city, address.state, foreignCountry(address)].filter(Boolean).join(', ');

export const formatAddress = (address: PostalAddress): string[] =>
  [
    address.name,
    address.company,
    address.street1,
    address.street2,
    [[address.city, address.state].filter(Boolean).join(', '), address.zip].filter(Boolean).join(' '),
    foreignCountry(address),
  ].filter(Boolean);

export const formatParcel = ({ lengthIn, widthIn, heightIn, weightLb }: Parcel): string =>
  `${lengthIn} × ${widthIn} × ${heightIn} in, ${weightLb} lb`;

/** A percentage is stored in hundredths of a percent, a flat rate in cents. */
export const formatCommission = (type: MarkupType, value: number): string =>
  type === 'percentage' ? `${value / 100}%` : formatMoney(value);
