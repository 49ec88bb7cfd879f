import { later, minutes } from '../../platform/clock.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { DisputeNews, PaymentEvent } from '../../providers/payments/port.ts';
import { reportBreak } from '../reconciliation/report-break.ts';
import { recordDispute } from './disputes.ts';
import type { PaymentDeps } from './payments.deps.ts';
import { selectPaymentByIntent } from './payments.store.ts';
import { checkRefund } from './refund.ts';
import { settlePayment } from './settle-payment.ts';

/** An event may overtake the answer to the call that caused it; after this long it is not ours. */
const UNKNOWN_AFTER_MS = minutes(10);

/** Keeps the news before acting on it, and acts on it once. It says only where to look. */
export async function receiveEvent(deps: PaymentDeps, event: PaymentEvent): Promise<void> {
  const { db, clock, paymentProvider } = deps;
  await db
    .insertInto('payment_events')
    .values({
      provider: paymentProvider.name,
      event_id: event.eventId,
      kind: event.kind,
      news: newsOf(event),
      intent_id: event.intentId,
      received_at: clock.now(),
      processed_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await processEvent(deps, event);
}

const newsOf = (event: PaymentEvent): string | null => {
  if (event.kind === 'intent') return null;
  return JSON.stringify(event.kind === 'refund' ? { refundKey: event.refundKey } : event.dispute);
};

async function processEvent(deps: PaymentDeps, event: PaymentEvent): Promise<boolean> {
  const { db, paymentProvider } = deps;
  const payment = await selectPaymentByIntent(db, paymentProvider.name, event.intentId);
  if (!payment) return false;
  await settlePayment(deps, payment);
  if (event.kind === 'refund') await checkRefund(deps, event.refundKey);
  if (event.kind === 'dispute') await recordDispute(deps, payment, event.dispute);
  await markProcessed(deps, event.eventId);
  return true;
}

const markProcessed = ({ db, clock, paymentProvider }: PaymentDeps, eventId: string) =>
  db
    .updateTable('payment_events')
    .set({ processed_at: clock.now() })
    .where('provider', '=', paymentProvider.name)
    .where('event_id', '=', eventId)
    .where('processed_at', 'is', null)
    .execute();

type OpenEvent = Awaited<ReturnType<typeof selectOpenEvents>>[number];

/** As it was received. */
function openEvent(
  of: { eventId: string; intentId: string },
  { kind, news }: Pick<OpenEvent, 'kind' | 'news'>,
): PaymentEvent {
  if (kind === 'refund') return { ...of, kind, ...(news as { refundKey: string }) };
  if (kind === 'dispute') return { ...of, kind, dispute: news as DisputeNews };
  return { ...of, kind };
}

/** Takes up an event that came before we knew its payment, or whose handling was cut short. */
export async function processOpenEvent(deps: PaymentDeps, event: OpenEvent): Promise<void> {
  const { id: eventId, intent_id: intentId, received_at: receivedAt } = event;
  const known = await processEvent(deps, openEvent({ eventId, intentId }, event));
  if (known || later(receivedAt, UNKNOWN_AFTER_MS) > deps.clock.now()) return;
  await reportBreak(deps, 'event_unknown', eventId, `news of ${intentId}, which is not ours`);
  await markProcessed(deps, eventId);
}

export const selectOpenEvents = (db: Handle, provider: string, limit: number) =>
  db
    .selectFrom('payment_events')
    .select(['event_id as id', 'kind', 'news', 'intent_id', 'received_at'])
    .where('provider', '=', provider)
    .where('processed_at', 'is', null)
    .orderBy('received_at')
    .limit(limit)
    .execute();
