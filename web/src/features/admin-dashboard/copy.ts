import { counted, formatCount } from '@lading/contract/format-count.ts';

/** Text of the dashboard. Text from the specification is in the contract's `DASHBOARD`. */
export const COPY = {
  emptyPeriod: 'No shipments in this period',
  dailyFailed: 'We couldn’t load the daily figures.',
  trendsNote: 'Includes only days within the selected period.',
  topCarrier: (carrier: string, share: string) =>
    `${carrier} handled the most shipments: ${share} of the total.`,
  noShipments: 'No shipments.',
  busiest: (unit: 'day' | 'month', when: string, shipments: number, total: number) =>
    `Busiest ${unit}: ${when} with ${formatCount(shipments)} of ${counted(total, 'shipment')}.`,
  refunded: (amount: string) => `${amount} refunded`,
  shareOfRevenue: (share: string) => `${share} of revenue`,
  perDay: (rate: string) => `${rate} per day`,
  perClient: (rate: string) => `${rate} shipments per client`,
  nothingBefore: (days: number) =>
    days === 1 ? 'No activity the day before' : `No activity in the previous ${counted(days, 'day')}`,
  net: {
    refunded: 'Refunded',
    refundedNote: 'Refunds that admins made in this period',
    credits: 'Carrier credits',
    creditsNote: 'For labels voided in this period',
    revenue: 'Net revenue',
    revenueNote: 'Total revenue minus refunds',
    commission: 'Net commission',
    commissionNote: 'Commission minus refunds plus carrier credits',
    margin: 'Net margin',
    marginNote: 'Revenue minus all costs, fees, refunds and losses',
    marginPending: 'Being calculated',
  },
  failures: (failed: number, voided: number, declined: number) =>
    failed + voided + declined === 0
      ? 'Nothing failed in this period.'
      : `${counted(failed, 'shipment')} failed, ${counted(voided, 'label')} voided, ${counted(declined, 'payment')} declined.`,
  declinedTitle: 'Declined cards',
  unspentTitle: 'Unspent money',
  comparedTo: (days: number) =>
    days === 1 ? 'vs. the day before' : `vs. the previous ${counted(days, 'day')}`,
} as const;
