import type { Clock } from '../../platform/clock.ts';
import { type Trx, transaction } from '../../platform/db/database.ts';
import { SYSTEM_ORIGIN } from '../audit/audit.events.ts';
import type { PaymentDeps } from './payments.deps.ts';
import { lockPayment, selectPayment, unspent } from './payments.store.ts';
import { requestRefund, runRefund } from './refund.ts';
import { selectFailedSurplus } from './refunds.store.ts';

/**
 * Requests a refund of up to `cents` of unspent money, in the caller's transaction. Pass the refund's ID to
 * `runRefund` after the commit. Null when there is nothing to refund. Money of a declined refund is not requested
 * again: an admin pays it to the client another way.
 */
export async function requestSurplusRefund(
  trx: Trx,
  clock: Clock,
  { paymentId, cents, reason }: { paymentId: string; cents: number; reason: string },
): Promise<string | null> {
  const payment = await lockPayment(trx, paymentId);
  if (!payment) return null;
  const refundable = Math.min(cents, unspent(payment) - (await selectFailedSurplus(trx, paymentId)));
  if (refundable <= 0) return null;
  return requestRefund(trx, clock, SYSTEM_ORIGIN, {
    paymentId,
    userId: payment.user_id,
    shipmentId: null,
    cents: refundable,
    kind: 'surplus',
    reason,
    requestedBy: null,
  });
}

/** Refunds the unspent part of a payment. */
export async function refundSurplus(
  deps: PaymentDeps,
  { id }: { id: string },
  reason: string,
): Promise<void> {
  const payment = await selectPayment(deps.db, id);
  if (!payment || unspent(payment) <= 0) return;
  const refundId = await transaction(deps.db, (trx) =>
    requestSurplusRefund(trx, deps.clock, { paymentId: id, cents: unspent(payment), reason }),
  );
  if (refundId) await runRefund(deps, refundId);
}
