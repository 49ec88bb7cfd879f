import { formatMoney } from '@lading/contract/money.ts';
import { reportIncident } from '../reconciliation/report-incident.ts';
import { cancelPayment } from './cancel-payment.ts';
import type { PaymentDeps } from './payments.deps.ts';
import { cardCentsOf, type StoredPayment, selectPayment } from './payments.store.ts';

/** The operator uses another payment provider now, so nothing can be asked about this payment. */
export const isElsewhere = ({ paymentProvider }: PaymentDeps, { provider }: StoredPayment): boolean =>
  provider !== paymentProvider.name;

/**
 * Cancels an open payment that we can't look up anymore: the operator uses another payment provider or another account
 * there. Its card may have been charged, unless no one could have paid it.
 */
export async function abandonPayment(deps: PaymentDeps, payment: StoredPayment): Promise<StoredPayment> {
  const { id, provider, intent_id: intentId, card_id: cardId, status } = payment;
  // Reported first: after a crash between the two steps, the sweep repeats both.
  if (intentId !== null || cardId !== null) {
    const detail = `${formatMoney(cardCentsOf(payment))} at ${provider}, ${intentId ?? 'without a known ID'}, last ${status}`;
    await reportIncident(deps, 'payment_abandoned', id, detail);
  }
  await cancelPayment(deps, payment);
  return (await selectPayment(deps.db, id)) ?? payment;
}
