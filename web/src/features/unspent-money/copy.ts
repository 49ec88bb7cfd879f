/** Text of the list of payments that were not used for a label. */
export const COPY = {
  title: 'Unspent money',
  intro: 'Payments that were not used for a label: what is waiting, what was refunded, and why.',
  loadFailed: 'Failed to load unspent money',
  empty: 'No unspent money found',
  allStates: 'All',
  ofPayment: (paid: string) => `from a payment of ${paid}`,
} as const;
