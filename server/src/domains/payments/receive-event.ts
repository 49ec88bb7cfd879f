import { later, minutes } from '../../platform/clock.ts';
import type { DisputeEvent, PaymentEvent, RefundEvent } from '../../providers/payments/port.ts';
import { hasIncident, reportIncident } from '../reconciliation/report-incident.ts';
import { checkRefund } from './check-refund.ts';
import { recordDispute } from './disputes.ts';
import { markProcessed, type OpenEvent, storeEvent } from './payment-events.store.ts';
import type { PaymentDeps } from './payments.deps.ts';
import { isIntentMissing, type StoredPayment, selectPaymentByIntent } from './payments.store.ts';
import { settleAfterEvent } from './settle-after-event.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * An event can arrive before the answer to the call that caused it. After this long, the payment is not ours.
 */
const UNKNOWN_AFTER_MS = minutes(10);

/**
 * Stores the event, then processes it. If that fails, the sweep retries, so the provider need not redeliver
 * it.
 */
export async function receiveEvent(deps: PaymentDeps, event: PaymentEvent): Promise<void> {
  const { db, clock, log, paymentProvider } = deps;
  const { eventId, intentId } = event;
  const { delivery, payment } = await storeEvent(db, {
    provider: paymentProvider.name,
    event_id: eventId,
    kind: event.kind,
    news: payloadOf(event),
    intent_id: intentId,
    received_at: clock.now(),
    processed_at: null,
  });
  if (delivery === 'processed') return;
  if (delivery === 'different')
    return reportIncident(
      deps,
      'event_altered',
      eventId,
      `redelivered with different contents, for ${intentId}`,
    );
  try {
    await processEvent(deps, event, payment);
  } catch (error) {
    log.warn(
      { event: 'payment.event_failed', err: error, eventId },
      'Payment event could not be processed; will retry',
    );
  }
}

const payloadOf = (event: PaymentEvent): string | null => {
  if (event.kind === 'intent') return null;
  return JSON.stringify(event.kind === 'refund' ? event.refund : event.dispute);
};

/** False when the payment is unknown. */
async function processEvent(deps: PaymentDeps, event: PaymentEvent, known?: StoredPayment): Promise<boolean> {
  const { db, paymentProvider } = deps;
  const payment = known ?? (await selectPaymentByIntent(db, paymentProvider.name, event.intentId));
  if (!payment) return false;
  if (event.kind === 'intent') {
    if (await settleAfterEvent(deps, payment, event.eventId)) return true;
  } else await settlePayment(deps, payment);
  if (event.kind === 'refund') await checkRefund(deps, payment, event.refund);
  if (event.kind === 'dispute') await recordDispute(deps, payment, event.dispute);
  await endEvent(deps, event.eventId);
  return true;
}

const endEvent = ({ db, clock, paymentProvider }: PaymentDeps, eventId: string) =>
  markProcessed(db, { provider: paymentProvider.name, eventId, at: clock.now() });

function restoreEvent(
  ids: { eventId: string; intentId: string },
  { kind, news }: Pick<OpenEvent, 'kind' | 'news'>,
): PaymentEvent {
  if (kind === 'refund') return { ...ids, kind, refund: news as RefundEvent };
  if (kind === 'dispute') return { ...ids, kind, dispute: news as DisputeEvent };
  return { ...ids, kind };
}

/** Retries an event that arrived before its payment was known, or whose processing failed. */
export async function processOpenEvent(deps: PaymentDeps, event: OpenEvent): Promise<void> {
  const { id: eventId, intent_id: intentId, received_at: receivedAt } = event;
  const known = await processEvent(deps, restoreEvent({ eventId, intentId }, event));
  if (known || later(receivedAt, UNKNOWN_AFTER_MS) > deps.clock.now()) return;
  // It may be about a charge whose answer was lost. The sweep looks that up, even after a long outage.
  if (await isIntentMissing(deps.db, deps.paymentProvider.name, receivedAt)) return;
  // A payment missing from a restored backup already has an incident. Refunding or canceling it causes more
  // events.
  if (!(await hasIncident(deps.db, 'payment_lost', intentId)))
    await reportIncident(deps, 'event_unknown', eventId, `event for ${intentId}, which is not ours`);
  await endEvent(deps, eventId);
}
