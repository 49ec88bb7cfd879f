import { catchUpDisputes, catchUpPayments, type LostPayment } from '../../payments/catch-up-payments.ts';
import type { ShipmentDeps } from '../shipments.deps.ts';
import { catchUpLabels, type LostLabel } from './catch-up-labels.ts';
import { catchUpRefunds } from './catch-up-refunds.ts';
import { catchUpVoids } from './catch-up-voids.ts';

/** How many of each were updated here, and what the providers know that matches nothing of ours. */
export interface CaughtUp {
  payments: number;
  labels: number;
  voids: number;
  refunds: number;
  disputes: number;
  lost: { payments: LostPayment[]; labels: LostLabel[] };
}

/**
 * After a restore, the label provider and the card provider know more than our database. This imports everything since the
 * backup that belongs to our records. It must finish before anything is bought or refunded, or that could happen twice.
 *
 * Payments come first because a label needs its payment, then labels because an admin's refund needs its label.
 */
export async function catchUp(deps: ShipmentDeps, since: Date): Promise<CaughtUp> {
  const refundsMade = (await deps.paymentProvider.records?.refundsSince(since)) ?? [];
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
