import { counted } from '@lading/contract/format-count.ts';

/** Text of the list of payouts. */
export const COPY = {
  title: 'Payouts',
  intro: 'Money that the payment provider transfers to your bank account, after its fees.',
  loadFailed: 'Failed to load payouts',
  loadOneFailed: 'Failed to load this payout',
  empty: 'No payouts yet',
  emptyHint:
    'The first payout appears here once the payment provider has transferred money to your bank account.',
  emptyRange: 'No payouts in this period',
  clearRange: 'Show all payouts',
  export: 'Export Movements',
  exported: 'Movements exported successfully',
  exportFailed: 'Failed to export data',
  atProcessor: 'Not paid out yet',
  atProcessorHint: 'According to the payment provider',
  inLedger: 'In the ledger',
  inLedgerHint: 'According to your books',
  balanceDiffers: (amount: string) =>
    `The two amounts differ by ${amount}. Payments from the last few minutes may not be in the payment provider’s list yet. If the difference remains, check the incidents.`,
  incidents: 'View incidents',
  readAt: 'Last read',
  neverRead: 'Not read yet',
  open: 'View movements',
  openOne: (amount: string) => `View movements of the ${amount} payout`,
  noDifference: 'None',
  unknown: 'Not itemized',
  statuses: {
    pending: 'Pending',
    in_transit: 'In transit',
    paid: 'Paid',
    failed: 'Failed',
    canceled: 'Canceled',
  },
  kinds: {
    charge: 'Payment',
    refund: 'Refund',
    dispute: 'Dispute',
    adjustment: 'Adjustment',
    fee: 'Fee',
    payout: 'Returned payout',
    hold: 'Held back or released',
    other: 'Other',
  },
  one: 'Payout',
  movements: 'Movements',
  movementCount: (count: number) => counted(count, 'movement'),
  noMovements: 'The payment provider does not itemize this payout.',
  differs: (amount: string) =>
    `The payout differs from its movements by ${amount}. Compare both in the payment provider’s dashboard.`,
} as const;
