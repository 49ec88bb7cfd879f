/** Text of the shipment screens. Text from the specification is in the contract's `SHIPMENTS`. */
export const COPY = {
  loadOneFailed: 'We couldn’t load this shipment.',
  allOfClient: 'All shipments of this client',
  noLabel: 'No label',
  noAttempts: 'No purchase attempts yet',
  noScans: 'No carrier updates yet',
  noRefunds: 'No refunds',
  noDisputes: 'No disputes',
  noStateChanges: 'No state changes yet',
  noBookings: 'No ledger entries yet',
  bySystem: 'Automatic',
  by: (admin: string) => `By ${admin}`,
  partForShipment: (amount: string) => `${amount} for this shipment`,
  labelFormat: (format: string) => (format 
  difference: (amount: string, more: boolean) => `${amount} ${more ? 'more' : 'less'} than quoted`,
  refundableRest: (left: string, refunded: string) =>
    `${left} can still be refunded; ${refunded} has already been refunded.`,
  refundable: (left: string) => `Up to ${left} can be refunded.`,
  fullyRefunded: (refunded: string) => `This shipment has been fully refunded (${refunded}).`,
  notRefundable: 'This shipment can’t be refunded here.',
  moreThanCost: (cost: string) => `More than this shipment’s cost (${cost})`,
  moreThanLeft: (left: string) => `More than the refundable amount (${left})`,
  voidLabel: 'Also void the label with the carrier',
} as const;
