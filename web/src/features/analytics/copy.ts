import { counted, formatCount } from '@lading/contract/format-count.ts';

/** Text of the analytics page. Text from the specification is in the contract's `ANALYTICS`. */
export const COPY = {
  emptyRange: 'No shipments in this range',
  commissionShare: (amount: string) => `including ${amount} in commission`,
  perLabel: (labels: number) => `Average of ${counted(labels, 'label')}, including commission`,
  net: (net: string, refunded: string) => `${net} net, after ${refunded} in refunds`,
  netCommission: (amount: string) => `${amount} net commission`,
  netMargin: (amount: string) => `${amount} net margin`,
  failed: (failed: number, voided: number) =>
    voided === 0
      ? `${formatCount(failed)} failed`
      : `${formatCount(failed)} failed, ${formatCount(voided)} voided`,
  voidedPart: (voided: number) => `Failed includes ${counted(voided, 'voided label')}.`,
  thirtyDays:
    'Here, “Last 30 days” is today and the 30 days before it. The dashboard’s 30d is 30 days including today.',
  topCarrier: (carrier: string, shipments: number) =>
    `${carrier} handled the most shipments: ${formatCount(shipments)}.`,
  statusShares: (total: number, shares: readonly string[]) =>
    `${counted(total, 'shipment')}: ${shares.join(', ')}.`,
} as const;
