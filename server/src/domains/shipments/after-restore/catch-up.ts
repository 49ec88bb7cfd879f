import { catchUpDisputes, catchUpPayments, type LostPayment } from '../../payments/catch-up-payments.ts';
import type { CatchUpDeps } from './after-restore.deps.ts';
import { catchUpLabels, type LostLabel } from './catch-up-labels.ts';
import { catchUpRefunds } from './catch-up-refunds.ts';
import { catchUpVoids } from './catch-up-voids.ts';

/** How many records we updated, and which provider records match nothing in our database. */
export interface CaughtUp {
  payments: number;
  labels: number;
  voids: number;
  refunds: number;
  disputes: number;
  lost: { payments: LostPayment[]; labels: LostLabel[] };
}

/**
 * After a restore, the providers have newer records than our database. This imports everything since the
 * backup that matches our data. It must finish before we buy or refund anything, or we could do so twice.
 *
 * Imports payments first, because a label needs its payment. Imports labels before refunds, because an
 * admin's refund needs its label.
 */
export async function catchUp(deps: CatchUpDeps, since: Date): Promise<CaughtUp> {
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
