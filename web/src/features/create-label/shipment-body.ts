import { plainPhone } from '@lading/contract/phone.ts';
import type { LabelBody, RatesBody } from '@lading/contract/shipments.ts';
import type { AddressValues } from '../../ui/address-form/address-values.ts';
import { customsBody } from './customs/customs-body.ts';
import { extrasBody } from './extras-values.ts';
import { dimensionsOf, weightOf } from './parcel-values.ts';
import type { Purchase, Wizard } from './wizard-state.ts';

const addressBody = (address: AddressValues) => ({
  ...address,
  phone: plainPhone(address.country, address.phone),
});

/** Rates and purchase share this body, so that the purchase matches the quoted shipment. */
function shipmentBody(wizard: Wizard) {
  const [length, width, height] = dimensionsOf(wizard.parcel) ?? [0, 0, 0];
  return {
    sender: addressBody(wizard.sender),
    receiver: addressBody(wizard.recipient),
    package: {
      type: wizard.parcel.type,
      weight: weightOf(wizard.parcel) ?? 0,
      length,
      width,
      height,
      distance_unit: 'in',
      mass_unit: 'lb',
    },
    shippingDate: wizard.shippingDate,
    // JSON leaves out what is undefined.
    customs: customsBody(wizard),
    extras: extrasBody(wizard.extras),
  };
}

export const ratesBody = (wizard: Wizard) =>
  ({ ...shipmentBody(wizard), detailed: true }) satisfies Record<keyof RatesBody, unknown>;

export const labelBody = (wizard: Wizard, purchase: Purchase) =>
  ({
    rateId: wizard.rateId,
    ...shipmentBody(wizard),
    internalNotes: wizard.internalNotes,
    paymentIntentId: purchase.paymentIntentId,
  }) satisfies Record<keyof LabelBody, unknown>;
