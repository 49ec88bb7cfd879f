import { counted, formatCount } from '../../lib/format-count.ts';

/** Text of the analytics page. Text from the specification is in the contract's `ANALYTICS`. */
export const COPY = {
  emptyRange: 'No shipments in this range',
  commissionShare: (amount: string) => `including ${amount} in commission`,
  perLabel: 'Per label, including commission',
  topCarrier: (carrier: string, shipments: number) =>
    `${carrier} handled the most shipments: ${formatCount(shipments)}.`,
  statusShares: (total: number, shares: readonly string[]) =>
    `${counted(total, 'shipment')}: ${shares.join(', ')}.`,
} as const;
