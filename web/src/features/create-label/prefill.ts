import {
  CONTENTS_TYPES,
  LITHIUM_BATTERIES,
  NON_DELIVERY_OPTIONS,
  SIGNATURES,
} from '@lading/contract/customs/vocabulary.ts';
import { PACKAGE_TYPES } from '@lading/contract/parcel.ts';
import {
  ADDRESS_FIELDS,
  type AddressValues,
  EMPTY_ADDRESS,
  formatPhone,
  stateFor,
} from '../../ui/address-form/address-values.ts';
import { type CustomsValues, EMPTY_CUSTOMS } from './customs/customs-values.ts';
import { EMPTY_EXTRAS, type ExtrasValues } from './extras-values.ts';
import type { Transaction } from './use-transaction.ts';
import { emptyWizard, type Wizard } from './wizard-state.ts';

const addressOf = (printed: Transaction['sender']): AddressValues => ({
  ...EMPTY_ADDRESS,
  fullName: printed.fullName,
  company: printed.company,
  email: printed.email,
  phone: formatPhone(printed.phone, printed.country),
  address: printed.address,
  address2: printed.address2,
  city: printed.city,
  state: stateFor(printed.country, printed.state),
  zipCode: printed.zipCode,
  country: printed.country,
});

const known = <T extends string>(values: readonly T[], value: string, fallback: T): T =>
  values.find((one) => one === value) ?? fallback;

/** Without tax IDs, because the server shows them masked, and without the ITN, which is for one export. */
function customsOf({ customs }: Transaction): CustomsValues {
  if (!customs) return EMPTY_CUSTOMS;
  return {
    ...EMPTY_CUSTOMS,
    wanted: true,
    contentsType: known(CONTENTS_TYPES, customs.contentsType, 'merchandise'),
    contentsExplanation: customs.contentsExplanation,
    nonDelivery: known(NON_DELIVERY_OPTIONS, customs.nonDelivery, 'return'),
    signer: customs.signer,
    needsLicense: customs.needsLicense,
    items: customs.items.map((item, index) => ({
      ...item,
      id: String(index),
      quantity: String(item.quantity),
      unitWeight: String(item.unitWeight),
      unitValue: item.unitValue.toFixed(2),
    })),
  };
}

function extrasOf({ extras }: Transaction): ExtrasValues {
  if (!extras) return EMPTY_EXTRAS;
  return {
    signature: known(SIGNATURES, extras.signature, 'none'),
    insuredValue: extras.insuredValue > 0 ? String(extras.insuredValue) : '',
    saturdayDelivery: extras.saturdayDelivery,
    batteries: known(LITHIUM_BATTERIES, extras.batteries, 'none'),
  };
}

/** Repeats an earlier shipment with today's date. Its addresses must be verified again. */
export function wizardFrom(shipment: Transaction, today: string): Wizard {
  const { type, weight, length, width, height } = shipment.package;
  const sender = addressOf(shipment.sender);
  return {
    ...emptyWizard(today),
    sender,
    touched: [...ADDRESS_FIELDS],
    recipient: addressOf(shipment.recipient),
    parcel: {
      type: known(PACKAGE_TYPES, type, 'package'),
      weight: String(weight),
      length: String(length),
      width: String(width),
      height: String(height),
    },
    customs: customsOf(shipment),
    extras: extrasOf(shipment),
    internalNotes: shipment.internalNotes,
  };
}
