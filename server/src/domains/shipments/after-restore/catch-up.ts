import { catchUpDisputes, catchUpPayments, type LostPayment } from '../../payments/catch-up-payments.ts';
import type { ShipmentDeps } from '../shipments.deps.ts';
import { catchUpLabels, type LostLabel } from './catch-up-labels.ts';
import { catchUpRefunds } from './catch-up-refunds.ts';
import { catchUpVoids } from './catch-up-voids.ts';

/** How many of each were brought to where they are in the world, and what of the world has no place in our records. */
export interface CaughtUp {
  payments: number;
  labels: number;
  voids: number;
  refunds: number;
  disputes: number;
  lost: { payments: LostPayment[]; labels: LostLabel[] };
}

/**
 * Our records come from a backup, and the carrier and the card provider know more than we do (CP18). Everything of theirs since then
 * that belongs to something of ours is taken over; before that nobody may buy or return anything, or it would happen twice.
 *
 * Payments come first, because a label needs its money; then labels, because what was refunded by hand had one.
 */
export async function catchUp(deps: ShipmentDeps, since: Date): Promise<CaughtUp> {
  const refundsMade = (await deps.paymentProvider.books?.refundsSince(since)) ?? [];
  const { settled: payments, lost: lostPayments } = await catchUpPayments(deps, since, refundsMade);
  const { adopted: labels, lost: lostLabels } = await catchUpLabels(deps, since);
  const refunds = await catchUpRefunds(deps, refundsMade);
  const voids = await catchUpVoids(deps);
  const disputes = await catchUpDisputes(deps, since);
  return {
    payments,
    labels,
    voids,
    refunds,
    disputes,
    lost: { payments: lostPayments, labels: lostLabels },
  };
}
