import type { PostalAddress } from '@lading/contract/address.ts';
import type { AddressForm } from '@lading/contract/address-form.ts';
import { NO_EXTRAS } from '@lading/contract/customs/extras.ts';
import type { Parcel } from '@lading/contract/parcel.ts';
import type { WrittenParcel } from '@lading/contract/parcel-form.ts';
import { plainPhone } from '@lading/contract/phone.ts';
import type { RatesBody } from '@lading/contract/shipments.ts';
import type { PricedShipment } from '../pricing/priced-shipment.ts';

/** Converts the API's request body to the server's own types. */
export const shipmentRequestOf = (
  body: Pick<RatesBody, 'sender' | 'receiver' | 'package' | 'shippingDate' | 'customs' | 'extras'>,
): PricedShipment => ({
  sender: postalAddressOf(body.sender),
  recipient: postalAddressOf(body.receiver),
  parcel: body.package,
  shipDate: body.shippingDate,
  customs: body.customs ?? null,
  extras: body.extras ?? NO_EXTRAS,
});

export const postalAddressOf = (form: AddressForm): PostalAddress => ({
  name: form.fullName,
  company: form.company,
  street1: form.address,
  street2: form.address2,
  city: form.city,
  state: form.state,
  zip: form.zipCode,
  country: form.country,
  phone: plainPhone(form.country, form.phone),
  email: form.email,
});

export const addressFormOf = (address: PostalAddress) => ({
  fullName: address.name,
  company: address.company,
  email: address.email,
  phone: address.phone,
  address: address.street1,
  address2: address.street2,
  city: address.city,
  state: address.state,
  zipCode: address.zip,
  country: address.country,
});

export const writtenParcelOf = ({ type, lengthIn, widthIn, heightIn, weightLb }: Parcel): WrittenParcel => ({
  type,
  length: lengthIn,
  width: widthIn,
  height: heightIn,
  weight: weightLb,
  distance_unit: 'in',
  mass_unit: 'lb',
});
