import { formatMoney } from '@lading/contract/money.ts';
import { isId } from '../../platform/ids.ts';
import type { Intent, RefundRecord } from '../../providers/payments/port.ts';
import { reportIncident } from '../reconciliation/report-incident.ts';
import { callPaymentProvider } from './call-payment-provider.ts';
import type { PaymentDeps } from './payments.deps.ts';
import { selectPayment, selectPaymentByIntent, setIntent } from './payments.store.ts';
import { receiveEvent } from './receive-event.ts';
import { settlePayment } from './settle-payment.ts';

/** A payment that only the payment provider knows, usually because it started after the restored backup was made. */
export interface LostPayment {
  intent: Intent;
  /** Paid and not refunded. */
  keptCents: number;
}

/**
 * After a backup is restored, updates every payment since `since` to its status at the payment provider. We
 * insert our row before we call the provider, so an intent without a row was created after the backup, or a crash lost
 * its row before anyone could pay it (decision 0052).
 */
export async function catchUpPayments(
  deps: PaymentDeps,
  since: Date,
  refunds: readonly RefundRecord[],
): Promise<{ settled: number; lost: LostPayment[] }> {
  const lost: LostPayment[] = [];
  let settled = 0;
  const intents = (await deps.paymentProvider.records?.intentsSince(since)) ?? [];
  // Another system on the same account may use our metadata field, but not with a UUID. We must not refund
  // its payments.
  for (const intent of intents.filter(({ key }) => isId(key))) {
    const payment = await selectPayment(deps.db, intent.key);
    if (payment) {
      if (payment.intent_id === null) await setIntent(deps.db, payment.id, intent.intentId);
      const now = await settlePayment(deps, { ...payment, intent_id: payment.intent_id ?? intent.intentId });
      if (now.status !== payment.status) settled += 1;
    } else {
      const keptCents = keptOf(intent, refunds);
      if (keptCents > 0 || isOpen(intent)) lost.push({ intent, keptCents });
    }
  }
  return { settled, lost };
}

const isOpen = ({ status }: Intent) => status !== 'succeeded' && status !== 'canceled';

function keptOf(intent: Intent, refunds: readonly RefundRecord[]): number {
  if (intent.status !== 'succeeded') return 0;
  const refunded = refunds
    .filter(({ intentId }) => intentId === intent.intentId)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  return intent.amountCents - refunded;
}

/** Replays the disputes since `since`. Returns their number. */
export async function catchUpDisputes(deps: PaymentDeps, since: Date): Promise<number> {
  let replayed = 0;
  for (const event of (await deps.paymentProvider.records?.disputesSince(since)) ?? []) {
    if (!(await selectPaymentByIntent(deps.db, deps.paymentProvider.name, event.intentId))) continue;
    await receiveEvent(deps, event);
    replayed += 1;
  }
  return replayed;
}

/** Refunds a lost payment, or cancels it if it is unpaid. Returns the outcome as text for an admin. */
export async function refundLostPayment(
  deps: PaymentDeps,
  { intent, keptCents: amountCents }: LostPayment,
): Promise<string> {
  const { intentId } = intent;
  if (amountCents > 0) {
    const order = {
      key: `restored ${intentId}`,
      intentId,
      shipmentId: null,
      amountCents,
      reason: 'The payment was made after the restored backup.',
    };
    const answer = await callPaymentProvider(deps, (provider) => provider.refund(order));
    return answer.outcome === 'refused' ? `not refunded: ${answer.text}` : 'refunded';
  }
  const ended = await callPaymentProvider(deps, (provider) => provider.cancelIntent(intentId));
  return ended.status === 'canceled'
    ? 'canceled'
    : `not canceled, because it is now ${ended.status}; run the command again`;
}

export const reportLostPayment = (deps: PaymentDeps, lost: LostPayment, outcome: string): Promise<void> =>
  reportIncident(deps, 'payment_lost', lost.intent.intentId, `${formatMoney(lost.keptCents)}, ${outcome}`);
