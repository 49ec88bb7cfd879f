import { cutTo } from '../../platform/cut-to.ts';
import { type Trx, transaction } from '../../platform/db/database.ts';
import { SYSTEM_ORIGIN } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { bookBalance } from '../balances/book-balance.ts';
import { bookings, type Entries, post, reversed, sumOf } from '../ledger/ledger.ts';
import { queueRefundNotice } from '../notices/notices.ts';
import { reportIncidentIn } from '../reconciliation/report-incident.ts';
import { holdDisputed } from './hold-disputed.ts';
import type { PaymentDeps } from './payments.deps.ts';
import type { RefundKind } from './payments.tables.ts';
import { endRefund, releaseRefund, type StoredRefund } from './refunds.store.ts';

/** The ledger entries of a refund request. */
export const requestEntriesOf = ({ kind, cents }: { kind: RefundKind; cents: number }): Entries => {
  if (kind === 'payout') return bookings.payout(cents);
  return kind === 'by_admin' ? bookings.refundGiven(cents) : bookings.refundOfFunds(cents);
};

export const recordRefunded = (
  deps: PaymentDeps,
  userId: string,
  refund: StoredRefund,
  providerId: string,
): Promise<void> =>
  recordSucceeded(deps, userId, refund, providerId, (trx) =>
    post(trx, deps.clock, `refund:${refund.id}`, bookings.refundPaid(refund.cents)),
  );

/** Needs no payment provider: the client can spend the money immediately. */
export const recordRefundedToBalance = (
  deps: PaymentDeps,
  userId: string,
  refund: StoredRefund,
): Promise<void> =>
  recordSucceeded(deps, userId, refund, null, async (trx) => {
    await bookBalance(trx, deps.clock, {
      userId,
      reasonKey: `refund:${refund.id}`,
      kind: 'refund',
      entries: bookings.refundToBalance(refund.cents),
      paymentId: refund.payment_id,
      refundId: refund.id,
      ...(refund.shipment_id === null ? {} : { shipmentId: refund.shipment_id }),
    });
  });

async function recordSucceeded(
  deps: PaymentDeps,
  userId: string,
  refund: StoredRefund,
  providerId: string | null,
  book: (trx: Trx) => Promise<void>,
): Promise<void> {
  const { db, clock } = deps;
  await transaction(db, async (trx) => {
    const end = { state: 'succeeded', provider_id: providerId, detail: '', ended_at: clock.now() } as const;
    if (!(await endRefund(trx, refund.id, 'submitted', end))) return;
    await book(trx);
    await holdDisputed(deps, trx, refund.payment_id, refund.id);
    await recordEvent(trx, clock, SYSTEM_ORIGIN, {
      type: 'REFUND_SUCCEEDED',
      status: 'success',
      userId,
      userRole: 'client',
      details: { refundId: refund.id, paymentId: refund.payment_id, cents: refund.cents },
    });
    await queueRefundNotice(deps, trx, refund.id);
  });
}

/** The payment provider declined the refund. Reverses the request in the ledger. */
export const recordDeclined = (deps: PaymentDeps, userId: string, refund: StoredRefund, text: string) =>
  recordFailed(deps, userId, refund, {
    from: 'submitted',
    text,
    reasonKey: `refund-failed:${refund.id}`,
    entries: reversed(requestEntriesOf(refund)),
    incident: 'refund_refused',
  });

/**
 * The bank returned a refund that had succeeded. The payment provider has the money again: reverse both
 * postings.
 */
export const recordReturnedByBank = (deps: PaymentDeps, userId: string, refund: StoredRefund, text: string) =>
  recordFailed(deps, userId, refund, {
    from: 'succeeded',
    text,
    reasonKey: `refund-back:${refund.id}`,
    entries: reversed(sumOf(requestEntriesOf(refund), bookings.refundPaid(refund.cents))),
    incident: 'refund_came_back',
  });

interface Failure {
  from: 'submitted' | 'succeeded';
  text: string;
  reasonKey: string;
  entries: Entries;
  incident: 'refund_refused' | 'refund_came_back';
}

async function recordFailed(
  deps: PaymentDeps,
  userId: string,
  refund: StoredRefund,
  { from, text, reasonKey, entries, incident }: Failure,
): Promise<void> {
  const { db, clock } = deps;
  await transaction(db, async (trx) => {
    const end = {
      state: 'failed',
      provider_id: refund.provider_id,
      detail: cutTo(500, text),
      ended_at: clock.now(),
    } as const;
    if (!(await endRefund(trx, refund.id, from, end))) return;
    await releaseRefund(trx, refund);
    if (refund.kind === 'payout')
      await bookBalance(trx, clock, {
        userId,
        reasonKey,
        kind: 'released',
        entries,
        paymentId: refund.payment_id,
        refundId: refund.id,
      });
    else await post(trx, clock, reasonKey, entries);
    await holdDisputed(deps, trx, refund.payment_id, refund.id);
    await recordEvent(trx, clock, SYSTEM_ORIGIN, {
      type: 'REFUND_FAILED',
      status: 'error',
      userId,
      userRole: 'client',
      details: { refundId: refund.id, paymentId: refund.payment_id, cents: refund.cents, error: text },
    });
    await reportIncidentIn(trx, deps, incident, refund.id, text);
  });
}
