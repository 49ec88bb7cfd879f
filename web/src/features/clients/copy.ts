import { counted } from '../../lib/format-count.ts';

const ERASED = 'This erases their name, email, phone and addresses.';

/** Text of the client screens. Text from the specification is in the contract's `CLIENTS`. */
export const COPY = {
  emailChange: 'We’ll send a notice to the previous email address.',
  signedOut: 'The client will be signed out immediately.',
  suspend: 'The client will be signed out immediately. Paid labels that aren’t created yet will be refunded.',
  erase: (shipments: number) =>
    shipments === 0
      ? `${ERASED} They have no shipments.`
      : `${ERASED} ${counted(shipments, 'shipment stays', 'shipments stay')} on record without their name.`,
  emptyPage: 'This page is empty',
  noMatch: 'No clients match your filters',
  none: 'No clients yet',
  noneText: 'Clients appear here when they sign up.',
  editCommission: (name: string) => `Change the commission for ${name}`,
  commissionOf: (name: string) => `Commission for ${name}`,
} as const;
