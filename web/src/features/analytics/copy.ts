import { counted } from '../../lib/format-count.ts';

/** The analytics page's own sentences. Those of the specification are in the contract's `ANALYTICS`. */
export const COPY = {
  emptyRange: 'No shipments in this range',
  commissionShare: (amount: string) => `including ${amount} commission`,
  perLabel: 'Per label, including commission',
  topCarrier: (carrier: string, shipments: number) =>
    `${carrier} handled the most shipments: ${counted(shipments, 'shipment')}.`,
  statusShares: (total: number, shares: readonly string[]) =>
    `${counted(total, 'shipment')}: ${shares.join(', ')}.`,
} as const;
