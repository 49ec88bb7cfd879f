import { transaction } from '../../platform/db/database.ts';
import type { RefundKind } from '../../platform/db/money-schema.ts';
import { OURSELVES } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { noteRefund } from '../notices/notices.ts';
import { reportIncident } from '../reconciliation/report-incident.ts';
import { bookings, type Entries, post, reversed, together } from './ledger.ts';
import type { PaymentDeps } from './payments.deps.ts';
import { endRefund, releaseRefund, type StoredRefund } from './refunds.store.ts';

/** What is booked when a refund is requested. */
export const requestBookingOf = ({ kind, cents }: { kind: RefundKind; cents: number }): Entries =>
  kind === 'by_admin' ? bookings.refundGiven(cents) : bookings.refundOfFunds(cents);

/** The money is with the client again. */
export async function recordReturned(
  deps: PaymentDeps,
  userId: string,
  refund: StoredRefund,
  providerId: string,
): Promise<void> {
  const { db, clock } = deps;
  await transaction(db, async (trx) => {
    const end = { state: 'succeeded', provider_id: providerId, detail: '', ended_at: clock.now() } as const;
    if (!(await endRefund(trx, refund.id, 'submitted', end))) return;
    await post(trx, clock, `refund:${refund.id}`, bookings.refundPaid(refund.cents));
    await recordEvent(trx, clock, OURSELVES, {
      type: 'REFUND_SUCCEEDED',
      status: 'success',
      userId,
      userRole: 'client',
      details: { refundId: refund.id, paymentId: refund.payment_id, cents: refund.cents },
    });
    await noteRefund(deps, trx, refund.id);
  });
}

/** The card provider will not give the money back: nothing was given, and what was requested is undone. */
export const recordRefused = (deps: PaymentDeps, userId: string, refund: StoredRefund, text: string) =>
  recordFailed(deps, userId, refund, {
    from: 'submitted',
    text,
    booking: `refund-failed:${refund.id}`,
    entries: reversed(requestBookingOf(refund)),
    incident: 'refund_refused',
  });

/** The card did not take the money, after all was booked as given: the card provider has it again, and we owe what we owed before. */
export const recordCameBack = (deps: PaymentDeps, userId: string, refund: StoredRefund, text: string) =>
  recordFailed(deps, userId, refund, {
    from: 'succeeded',
    text,
    booking: `refund-back:${refund.id}`,
    entries: reversed(together(requestBookingOf(refund), bookings.refundPaid(refund.cents))),
    incident: 'refund_came_back',
  });

interface Failure {
  from: 'submitted' | 'succeeded';
  text: string;
  booking: string;
  entries: Entries;
  incident: 'refund_refused' | 'refund_came_back';
}

async function recordFailed(
  deps: PaymentDeps,
  userId: string,
  refund: StoredRefund,
  { from, text, booking, entries, incident }: Failure,
): Promise<void> {
  const { db, clock } = deps;
  await transaction(db, async (trx) => {
    const end = {
      state: 'failed',
      provider_id: refund.provider_id,
      detail: text.slice(0, 500),
      ended_at: clock.now(),
    } as const;
    if (!(await endRefund(trx, refund.id, from, end))) return;
    await releaseRefund(trx, refund);
    await post(trx, clock, booking, entries);
    await recordEvent(trx, clock, OURSELVES, {
      type: 'REFUND_FAILED',
      status: 'error',
      userId,
      userRole: 'client',
      details: { refundId: refund.id, paymentId: refund.payment_id, cents: refund.cents, error: text },
    });
    await reportIncident({ ...deps, db: trx }, incident, refund.id, text);
  });
}
