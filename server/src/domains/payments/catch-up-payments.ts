import { formatMoney } from '@lading/contract/money.ts';
import { isId } from '../../platform/ids.ts';
import type { BookedRefund, Intent } from '../../providers/payments/port.ts';
import { reportIncident } from '../reconciliation/report-incident.ts';
import { askCards } from './ask-cards.ts';
import type { PaymentDeps } from './payments.deps.ts';
import { selectPayment, selectPaymentByIntent, setIntent } from './payments.store.ts';
import { receiveEvent } from './receive-event.ts';
import { settlePayment } from './settle-payment.ts';

/** A payment of ours that only the card provider knows: it was begun after our records end. */
export interface LostPayment {
  intent: Intent;
  /** What of it has not gone back. */
  keptCents: number;
}

/**
 * Brings every payment that the card provider has since a moment to where it is there. Our own row comes before anything that the
 * provider does, so what has none was begun after the backup that our records come from.
 */
export async function catchUpPayments(
  deps: PaymentDeps,
  since: Date,
  refunds: readonly BookedRefund[],
): Promise<{ settled: number; lost: LostPayment[] }> {
  const lost: LostPayment[] = [];
  let settled = 0;
  const intents = (await deps.paymentProvider.books?.intentsSince(since)) ?? [];
  // Another system on the same account may mark its payments alike, but not with such ids; they are not ours to give back.
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

function keptOf(intent: Intent, refunds: readonly BookedRefund[]): number {
  if (intent.status !== 'succeeded') return 0;
  const returned = refunds
    .filter(({ intentId }) => intentId === intent.intentId)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  return intent.amountCents - returned;
}

/** What was told before and is forgotten now; how many were. */
export async function catchUpDisputes(deps: PaymentDeps, since: Date): Promise<number> {
  let told = 0;
  for (const event of (await deps.paymentProvider.books?.disputesSince(since)) ?? []) {
    if (!(await selectPaymentByIntent(deps.db, deps.paymentProvider.name, event.intentId))) continue;
    await receiveEvent(deps, event);
    told += 1;
  }
  return told;
}

/** Ends a lost payment at the card provider: what was paid goes back, and what was not can no longer be paid. What came of it, in words. */
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
      reason: 'It was paid after the backup that is in use now.',
    };
    const answer = await askCards(deps, (cards) => cards.refund(order));
    return answer.outcome === 'refused' ? `not given back: ${answer.text}` : 'given back';
  }
  const ended = await askCards(deps, (cards) => cards.cancelIntent(intentId));
  return ended.status === 'canceled' ? 'canceled' : `${ended.status} by now; look again`;
}

export const reportLostPayment = (deps: PaymentDeps, lost: LostPayment, what: string): Promise<void> =>
  reportIncident(deps, 'payment_lost', lost.intent.intentId, `${formatMoney(lost.keptCents)}, ${what}`);
