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
import { lockWhetherErased, refundDestination } from '../balances/balance-standing.ts';
import { spendBalance } from '../balances/book-balance.ts';
import { post } from '../ledger/ledger.ts';
import { callPaymentProvider } from './call-payment-provider.ts';
import { selectDisputedCents } from './disputes.store.ts';
import { recordDeclined, recordRefunded, recordRefundedToBalance, requestEntriesOf } from './end-refund.ts';
import type { PaymentDeps } from './payments.deps.ts';
import { lockPayment, selectPayment } from './payments.store.ts';
import type { RefundDestination, RefundKind } from './payments.tables.ts';
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
  userId: string;
  shipmentId: string | null;
  cents: number;
  kind: RefundKind;
  reason: string;
  requestedBy: string | null;
  /** Left out, it depends on the payment and on the client's choice. */
  destination?: RefundDestination;
}

/** Reserves, posts and audits the refund in the caller's transaction. Call `runRefund` after the commit. */
export async function requestRefund(
  trx: Trx,
  clock: Clock,
  origin: Origin,
  request: RefundRequest,
  id = newId(),
): Promise<string> {
  const { paymentId, shipmentId, cents, kind, reason } = request;
  const isAvailable =
    (await reserveRefund(trx, paymentId, cents, kind)) &&
    (kind !== 'by_admin' || (shipmentId !== null && cents <= (await selectRefundable(trx, shipmentId))));
  if (!isAvailable)
    throw new AppError('INTERNAL', {
      cause: new Error(`payment ${paymentId} has less than ${cents} cents left to refund`),
    });
  await insertRefund(trx, {
    id,
    destination: request.destination ?? (await destinationOf(trx, request)),
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
  await bookRequest(trx, clock, id, request);
  await recordEvent(trx, clock, origin, {
    type: 'REFUND_REQUESTED',
    status: 'pending',
    ...(request.requestedBy
      ? { userId: request.requestedBy, userRole: 'admin' }
      : { userId: request.userId, userRole: 'client' }),
    details: {
      refundId: id,
      paymentId,
      ...(shipmentId ? { shipmentId } : {}),
      cents,
      ...(kind === 'by_admin' ? {} : { reason }),
    },
  });
  return id;
}

/** Labels that a balance paid for, even in part, are refunded to the balance. Top-ups are refunded to the card. */
async function destinationOf(
  trx: Trx,
  { paymentId, userId }: Pick<RefundRequest, 'paymentId' | 'userId'>,
): Promise<RefundDestination> {
  const payment = await selectPayment(trx, paymentId);
  if (payment?.purpose === 'top_up') return 'card';
  return payment && payment.balance_cents > 0 ? 'balance' : refundDestination(trx, userId);
}

/** A payout takes the money from the balance, so that it can't be spent before the refund ends. */
async function bookRequest(trx: Trx, clock: Clock, id: string, request: RefundRequest): Promise<void> {
  const reasonKey = `refund-request:${id}`;
  const entries = requestEntriesOf(request);
  if (request.kind !== 'payout') return post(trx, clock, reasonKey, entries);
  const { userId, paymentId } = request;
  const booking = { userId, reasonKey, kind: 'payout', entries, paymentId, refundId: id } as const;
  if ((await spendBalance(trx, clock, booking)) === null) throw new AppError('BALANCE_TOO_LOW');
}

type AdminRefundRequest = Omit<RefundRequest, 'kind' | 'shipmentId' | 'requestedBy'> & {
  shipmentId: string;
  requestedBy: string;
  /** The admin's idempotency key, if any. */
  key: RequestKey | null;
};

/** Within this time, the same amount and reason from the same admin counts as a double click. */
const DOUBLE_CLICK_MS = minutes(1);

/**
 * Requests a refund of a bought label, in the caller's transaction. The lock on the payment serializes
 * concurrent requests, so a retry finds the first refund and the total never exceeds the price.
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
  | { outcome: 'unreachable' }
> {
  if (request.cents < 1)
    throw new AppError('BAD_REQUEST', { message: 'A refund must be at least one cent.' });
  // Before the payment, in the order in which an erasure locks them.
  const isErased = await lockWhetherErased(trx, request.userId);
  await lockPayment(trx, request.paymentId);
  const earlierId =
    (await findFirstResult(trx, key)) ??
    (await selectSameRefund(trx, request, later(clock.now(), -DOUBLE_CLICK_MS)))?.id;
  if (earlierId) return { outcome: 'requested', refundId: earlierId };
  // The client's bank has already charged back the money.
  if ((await selectDisputedCents(trx, request.paymentId)) > 0) return { outcome: 'disputed' };
  const leftCents = await selectRefundable(trx, request.shipmentId);
  if (request.cents > leftCents) return { outcome: 'too-much', leftCents };
  const destination = await destinationOf(trx, request);
  if (isErased && destination === 'balance') return { outcome: 'unreachable' };
  const refundId = await requestRefund(trx, clock, origin, { ...request, destination, kind: 'by_admin' });
  await rememberRequest(trx, clock, key, refundId);
  return { outcome: 'requested', refundId };
}

/** The refund, and the amount that can still be refunded for its shipment. */
export async function readRefund(
  db: Handle,
  refundId: string,
): Promise<Pick<StoredRefund, 'cents' | 'state' | 'detail'> & { leftCents: number }> {
  const { cents, state, detail, shipment_id } = await selectRefund(db, refundId);
  return { cents, state, detail, leftCents: shipment_id ? await selectRefundable(db, shipment_id) : 0 };
}

/**
 * Submits a refund and records the outcome; true when it succeeded. Safe to call repeatedly and concurrently.
 */
export async function runRefund(deps: PaymentDeps, refundId: string): Promise<boolean> {
  const { db, paymentProvider, timings, log } = deps;
  const refund = await claimRefund(db, refundId, timings.refundAgainMs);
  if (!refund) return false;
  const payment = await selectPayment(db, refund.payment_id);
  if (payment && refund.destination === 'balance') {
    failpoint('before-balance-refunded');
    await recordRefundedToBalance(deps, payment.user_id, refund);
    return true;
  }
  if (!payment?.intent_id) throw new Error(`the payment of refund ${refundId} has no intent`);
  const { intent_id: intentId } = payment;
  const { cents: amountCents, reason, shipment_id: shipmentId } = refund;
  if (payment.provider !== paymentProvider.name) {
    await recordDeclined(
      deps,
      payment.user_id,
      refund,
      `The payment was made with another payment provider (${payment.provider}).`,
    );
    return false;
  }
  failpoint('before-refund-sent');
  let answer: RefundAnswer;
  try {
    answer = await callPaymentProvider(deps, (provider) =>
      provider.refund({ key: refund.id, intentId, shipmentId, amountCents, reason }),
    );
  } catch (error) {
    log.warn(
      { event: 'refund.provider_unreachable', err: error, refundId },
      'The payment provider did not answer; the refund will be retried',
    );
    return false;
  }
  failpoint('refund-sent');
  if (answer.outcome === 'succeeded') await recordRefunded(deps, payment.user_id, refund, answer.refundId);
  if (answer.outcome === 'refused') await recordDeclined(deps, payment.user_id, refund, answer.text);
  return answer.outcome === 'succeeded';
}
