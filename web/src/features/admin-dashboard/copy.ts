import { counted, formatCount } from '../../lib/format-count.ts';

/** Text of the dashboard. Text from the specification is in the contract's `DASHBOARD`. */
export const COPY = {
  openIncidents: (total: number) => counted(total, 'open incident'),
  viewIncidents: 'View incidents',
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
  nothingBefore: (days: number) => `No activity in the previous ${counted(days, 'day')}`,
  comparedTo: (days: number) => `vs. the previous ${counted(days, 'day')}`,
} as const;
