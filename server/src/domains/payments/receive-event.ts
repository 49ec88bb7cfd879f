import { later, minutes } from '../../platform/clock.ts';
import type { DisputeEvent, PaymentEvent, RefundEvent } from '../../providers/payments/port.ts';
import { hasIncident, reportIncident } from '../reconciliation/report-incident.ts';
import { checkRefund } from './check-refund.ts';
import { recordDispute } from './disputes.ts';
import { keepEvent, markProcessed, type OpenEvent } from './payment-events.store.ts';
import type { PaymentDeps } from './payments.deps.ts';
import { selectPaymentByIntent } from './payments.store.ts';
import { settlePayment } from './settle-payment.ts';

/** An event may overtake the answer to the call that caused it; after this long it is not ours. */
const UNKNOWN_AFTER_MS = minutes(10);

/**
 * Keeps the news, and then acts on it. Whoever brought it is done when it is kept: what cannot be acted on now is taken up by the
 * sweeper.
 */
export async function receiveEvent(deps: PaymentDeps, event: PaymentEvent): Promise<void> {
  const { db, clock, log, paymentProvider } = deps;
  const { eventId, intentId } = event;
  const arrival = await keepEvent(db, {
    provider: paymentProvider.name,
    event_id: eventId,
    kind: event.kind,
    news: payloadOf(event),
    intent_id: intentId,
    received_at: clock.now(),
    processed_at: null,
  });
  if (arrival === 'done') return;
  if (arrival === 'differs')
    return reportIncident(deps, 'event_altered', eventId, `came again, as other news, of ${intentId}`);
  try {
    await processEvent(deps, event);
  } catch (error) {
    log.warn({ err: error, eventId }, 'news of a payment cannot be followed up now; it is tried again');
  }
}

const payloadOf = (event: PaymentEvent): string | null => {
  if (event.kind === 'intent') return null;
  return JSON.stringify(event.kind === 'refund' ? event.refund : event.dispute);
};

/** False when the payment is not known. */
async function processEvent(deps: PaymentDeps, event: PaymentEvent): Promise<boolean> {
  const { db, paymentProvider } = deps;
  const payment = await selectPaymentByIntent(db, paymentProvider.name, event.intentId);
  if (!payment) return false;
  await settlePayment(deps, payment);
  if (event.kind === 'refund') await checkRefund(deps, payment, event.refund);
  if (event.kind === 'dispute') await recordDispute(deps, payment, event.dispute);
  await endEvent(deps, event.eventId);
  return true;
}

const endEvent = ({ db, clock, paymentProvider }: PaymentDeps, eventId: string) =>
  markProcessed(db, { provider: paymentProvider.name, eventId, at: clock.now() });

/** As it was received. */
function openEvent(
  of: { eventId: string; intentId: string },
  { kind, news }: Pick<OpenEvent, 'kind' | 'news'>,
): PaymentEvent {
  if (kind === 'refund') return { ...of, kind, refund: news as RefundEvent };
  if (kind === 'dispute') return { ...of, kind, dispute: news as DisputeEvent };
  return { ...of, kind };
}

/** Takes up an event that came before we knew its payment, or whose handling was cut short. */
export async function processOpenEvent(deps: PaymentDeps, event: OpenEvent): Promise<void> {
  const { id: eventId, intent_id: intentId, received_at: receivedAt } = event;
  const known = await processEvent(deps, openEvent({ eventId, intentId }, event));
  if (known || later(receivedAt, UNKNOWN_AFTER_MS) > deps.clock.now()) return;
  // A payment that a restored backup has lost is told of already, and its end brings more news of it.
  if (!(await hasIncident(deps.db, 'payment_lost', intentId)))
    await reportIncident(deps, 'event_unknown', eventId, `news of ${intentId}, which is not ours`);
  await endEvent(deps, eventId);
}
