import { counted } from '@lading/contract/format-count.ts';

const ERASED =
  'This erases their name, email, phone, addresses, stores and orders, and refunds any balance to their cards.';

/** Text of the client screens. Text from the specification is in the contract's `CLIENTS`. */
export const COPY = {
  emailChange: 'We’ll send a notice to the previous email address.',
  emailChangeStrict: 'The address changes once the client has opened every confirmation link that we send.',
  signedOut: 'The client will be signed out immediately.',
  suspend: 'The client will be signed out immediately. Paid labels that aren’t created yet will be refunded.',
  erase: (shipments: number) =>
    shipments === 0
      ? `${ERASED} They have no shipments.`
      : `${ERASED} ${counted(shipments, 'shipment stays', 'shipments stay')} on record without their name.`,
  notYourRole: 'Your role doesn’t allow changing this.',
  emptyPage: 'No clients on this page',
  noMatch: 'No clients match your filters',
  none: 'No clients yet',
  suite: 'Apt, suite (optional)',
  notSaved: 'Nothing was saved.',
  emailWaits: (email: string) =>
    `The email address changes to ${email} once the client has opened every confirmation link that we sent.`,
  revenue: (amount: string) => `${amount} in 30 days`,
  atRisk: 'At risk',
  atRiskHint: 'Revenue has fallen by half or more compared with the previous 30 days.',
  sortBy: 'Sort by',
  noneText: 'Clients appear here when they sign up.',
  editCommission: (name: string) => `Change the commission for ${name}`,
  commissionOf: (name: string) => `Commission for ${name}`,
} as const;
