import { plainPhone } from '@lading/contract/phone.ts';
import type { LabelBody, RatesBody } from '@lading/contract/shipments.ts';
import type { AddressValues } from '../../ui/address-form/address-values.ts';
import { isDeclared } from './customs/customs-route.ts';
import { loadCustomsForm } from './customs/use-customs-form.ts';
import { extrasBody } from './extras-values.ts';
import { dimensionsOf, weightOf } from './parcel-values.ts';
import type { Purchase, Wizard } from './wizard-state.ts';

const addressBody = (address: AddressValues) => ({
  ...address,
  phone: plainPhone(address.country, address.phone),
});

/** Rates and purchase share this body, so that the purchase matches the quoted shipment. */
async function shipmentBody(wizard: Wizard) {
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
    customs: isDeclared(wizard) ? (await loadCustomsForm()).bodyOf(wizard) : undefined,
    extras: extrasBody(wizard.extras),
  };
}

export const ratesBody = async (wizard: Wizard) =>
  ({ ...(await shipmentBody(wizard)), detailed: true }) satisfies Record<keyof RatesBody, unknown>;

export const labelBody = async (wizard: Wizard, purchase: Purchase) =>
  ({
    rateId: wizard.rateId,
    ...(await shipmentBody(wizard)),
    internalNotes: wizard.internalNotes,
    paymentIntentId: purchase.paymentIntentId,
  }) satisfies Record<keyof LabelBody, unknown>;
