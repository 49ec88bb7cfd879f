import { PACKAGE_TYPES } from '@lading/contract/parcel.ts';
import {
  type AddressValues,
  EMPTY_ADDRESS,
  formatPhone,
  stateFor,
} from '../../ui/address-form/address-values.ts';
import type { Transaction } from './use-transaction.ts';
import { emptyWizard, type Wizard } from './wizard-state.ts';

const addressOf = (printed: Transaction['sender']): AddressValues => ({
  ...EMPTY_ADDRESS,
  fullName: printed.fullName,
  email: printed.email,
  phone: formatPhone(printed.phone, printed.country),
  address: printed.address,
  address2: printed.address2,
  city: printed.city,
  state: stateFor(printed.country, printed.state),
  zipCode: printed.zipCode,
  country: printed.country,
});

/** Repeats an earlier shipment with today's date. Its addresses must be verified again. */
export function wizardFrom(shipment: Transaction, today: string): Wizard {
  const { type, weight, length, width, height } = shipment.package;
  const sender = addressOf(shipment.sender);
  return {
    ...emptyWizard(today),
    sender,
    touched: ['fullName', 'email', 'phone', 'address', 'address2', 'city', 'state', 'zipCode', 'country'],
    recipient: addressOf(shipment.recipient),
    parcel: {
      type: PACKAGE_TYPES.find((known) => known === type) ?? 'package',
      weight: String(weight),
      length: String(length),
      width: String(width),
      height: String(height),
    },
    internalNotes: shipment.internalNotes,
  };
}
