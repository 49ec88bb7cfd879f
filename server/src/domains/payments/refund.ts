import { AppError } from '../../platform/app-error.ts';
import { type Clock, later, minutes } from '../../platform/clock.ts';
import type { Handle, Trx } from '../../platform/db/database.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { findFirstResult, rememberRequest } from '../../platform/idempotency/idempotency.ts';
import type { RequestKey } from '../../platform/idempotency/request-key.ts';
import { newId } from '../../platform/ids.ts';
import type { RefundAnswer } from '../../providers/payments/port.ts';
import type { Origin } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { askCards } from './ask-cards.ts';
import { selectDisputedCents } from './disputes.store.ts';
import { recordRefused, recordReturned, requestBookingOf } from './end-refund.ts';
import { post } from './ledger.ts';
import type { PaymentDeps } from './payments.deps.ts';
import { lockPayment, selectPayment } from './payments.store.ts';
import type { RefundKind } from './payments.tables.ts';
import {
  claimRefund,
  insertRefund,
  reserveRefund,
  type StoredRefund,
  selectRefund,
  selectRefundable,
  selectSameRefund,
} from './refunds.store.ts';

export interface RefundRequest {
  paymentId: string;
  /** The client whose money it is. */
  userId: string;
  shipmentId: string | null;
  cents: number;
  kind: RefundKind;
  reason: string;
  requestedBy: string | null;
}

/** Reserves, books and records in the caller's transaction; the card provider is asked afterwards, by `runRefund`. */
export async function requestRefund(
  trx: Trx,
  clock: Clock,
  origin: Origin,
  request: RefundRequest,
  id = newId(),
): Promise<string> {
  const { paymentId, shipmentId, cents, kind, reason } = request;
  const isLeft =
    (await reserveRefund(trx, paymentId, cents, kind)) &&
    (kind !== 'by_admin' || (shipmentId !== null && cents <= (await selectRefundable(trx, shipmentId))));
  if (!isLeft)
    throw new AppError('INTERNAL', {
      cause: new Error(`payment ${paymentId} has no ${cents} cents to return`),
    });
  await insertRefund(trx, {
    id,
    payment_id: paymentId,
    shipment_id: shipmentId,
    cents,
    kind,
    reason,
    requested_by: request.requestedBy,
    provider_id: null,
    created_at: clock.now(),
    ended_at: null,
  });
  await post(trx, clock, `refund-request:${id}`, requestBookingOf(request));
  await recordEvent(trx, clock, origin, {
    type: 'REFUND_REQUESTED',
    status: 'pending',
    ...(request.requestedBy
      ? { userId: request.requestedBy, userRole: 'admin' }
      : { userId: request.userId, userRole: 'client' }),
    details: { refundId: id, paymentId, ...(shipmentId ? { shipmentId } : {}), cents, reason },
  });
  return id;
}

export type AdminRefundRequest = Omit<RefundRequest, 'kind' | 'shipmentId' | 'requestedBy'> & {
  shipmentId: string;
  requestedBy: string;
  /** The caller's own name for it, if it has one. */
  key: RequestKey | null;
};

/** How long the same amount with the same reason by the same person is a second click, not a second refund. */
const SAME_WISH_MS = minutes(1);

/**
 * What an administrator gives back of a label that was bought, in the caller's transaction. The lock on the payment makes all who
 * ask at once stand in line: a repeat finds the first, and nobody gets more than is left.
 */
export async function requestRefundByAdmin(
  trx: Trx,
  clock: Clock,
  origin: Origin,
  { key, ...request }: AdminRefundRequest,
): Promise<
  | { outcome: 'requested'; refundId: string }
  | { outcome: 'too-much'; leftCents: number }
  | { outcome: 'disputed' }
> {
  await lockPayment(trx, request.paymentId);
  const repeated =
    (await findFirstResult(trx, key)) ??
    (await selectSameRefund(trx, request, later(clock.now(), -SAME_WISH_MS)))?.id;
  if (repeated) return { outcome: 'requested', refundId: repeated };
  // Of what a bank has taken back nothing can go back a second time.
  if ((await selectDisputedCents(trx, request.paymentId)) > 0) return { outcome: 'disputed' };
  const leftCents = await selectRefundable(trx, request.shipmentId);
  if (request.cents > leftCents) return { outcome: 'too-much', leftCents };
  const refundId = await requestRefund(trx, clock, origin, { ...request, kind: 'by_admin' });
  await rememberRequest(trx, clock, key, refundId);
  return { outcome: 'requested', refundId };
}

/** Where a refund stands, and what its shipment can still give back. */
export async function readRefund(
  db: Handle,
  refundId: string,
): Promise<Pick<StoredRefund, 'cents' | 'state' | 'detail'> & { leftCents: number }> {
  const { cents, state, detail, shipment_id } = await selectRefund(db, refundId);
  return { cents, state, detail, leftCents: shipment_id ? await selectRefundable(db, shipment_id) : 0 };
}

/** Brings one refund to the card provider and records its end; true when the money is back. Safe to call at any time, by anybody, again. */
export async function runRefund(deps: PaymentDeps, refundId: string): Promise<boolean> {
  const { db, paymentProvider, timings, log } = deps;
  const refund = await claimRefund(db, refundId, timings.refundAgainMs);
  if (!refund) return false;
  const payment = await selectPayment(db, refund.payment_id);
  if (!payment?.intent_id) throw new Error(`refund ${refundId} has no intent to go to`);
  const { intent_id: intentId } = payment;
  const { cents: amountCents, reason, shipment_id: shipmentId } = refund;
  // What was paid at another card provider cannot be given back by this one.
  if (payment.provider !== paymentProvider.name) {
    await recordRefused(
      deps,
      payment.user_id,
      refund,
      `It was paid at another card provider (${payment.provider}).`,
    );
    return false;
  }
  failpoint('cp14');
  let answer: RefundAnswer;
  try {
    answer = await askCards(deps, (cards) =>
      cards.refund({ key: refund.id, intentId, shipmentId, amountCents, reason }),
    );
  } catch (error) {
    log.warn({ err: error, refundId }, 'the card provider did not answer; the refund is tried again');
    return false;
  }
  failpoint('cp14b');
  if (answer.outcome === 'succeeded') await recordReturned(deps, payment.user_id, refund, answer.refundId);
  if (answer.outcome === 'refused') await recordRefused(deps, payment.user_id, refund, answer.text);
  return answer.outcome === 'succeeded';
}
