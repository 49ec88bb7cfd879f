import type { OrderRecipient } from '@lading/contract/orders/orders.ts';
import { useQueryClient } from '@tanstack/react-query';
import { mergeEdits } from '../../lib/merge-edits.ts';
import { changeOrder, getOrder } from './order-calls.ts';
import { orderKey, useOrderChange } from './use-orders.ts';

export const NO_RECIPIENT: OrderRecipient = {
  fullName: '',
  company: '',
  email: '',
  phone: '',
  address: '',
  address2: '',
  city: '',
  state: '',
  zipCode: '',
  country: 'US',
};

/** The parts of an address belong together: half of it from the store and half from the client would be a third place. */
const grouped = ({ fullName, company, email, phone, ...parts }: OrderRecipient) => {
  const { address, address2, city, state, zipCode, country } = parts;
  return { fullName, company, email, phone, place: { address, address2, city, state, zipCode, country } };
};

/** Saves what the client corrected, and keeps what the store changed since the dialog was opened. */
export function useRecipientChange(id: string) {
  const client = useQueryClient();
  const { refresh } = useOrderChange();
  /** Null takes the store's address again. */
  return async (opened: OrderRecipient, edited: OrderRecipient | null) => {
    let recipient = edited;
    if (edited) {
      const newest = await getOrder(id);
      client.setQueryData(orderKey(id), newest);
      const { place, ...person } = mergeEdits(
        grouped(opened),
        grouped(edited),
        grouped(newest.recipient ?? NO_RECIPIENT),
      );
      recipient = { ...person, ...place };
    }
    await changeOrder(id, { recipient });
    await refresh();
  };
}
