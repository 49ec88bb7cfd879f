import { formatMoney } from '@lading/contract/money.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Handle, Trx } from '../../platform/db/database.ts';
import { deleteKeysOfUser } from '../../platform/idempotency/idempotency.store.ts';
import { readStanding } from '../balances/balance-standing.ts';
import { eraseBalanceNotes } from '../balances/erase-notes.ts';
import { callPaymentProvider } from './call-payment-provider.ts';
import { deleteCardsOf } from './payment-cards.store.ts';
import type { PaymentDeps } from './payments.deps.ts';
import { eraseDescriptions, selectOpenPayments } from './payments.store.ts';
import { eraseReasons } from './refunds.store.ts';
import { settlePayment } from './settle-payment.ts';
import { selectUnsettledMoney, type UnsettledMoney } from './unsettled-money.store.ts';

const DESCRIPTIONS: Record<Exclude<UnsettledMoney, 'balance'>, string> = {
  unpaid: 'unpaid payment',
  processing: 'payment that the bank is processing',
  unspent: 'unspent payment',
  in_progress: 'label purchase',
  returning: 'refund',
  batch: 'bulk upload',
  disputed: 'open dispute',
};

/** Why the account cannot be deleted. Only transactions complete on their own; a balance waits for someone to move it. */
export async function explainUnsettled(
  db: Handle,
  userId: string,
  subject: string,
  kinds: readonly UnsettledMoney[],
): Promise<string> {
  const transactions = kinds.filter((kind) => kind !== 'balance').map((kind) => DESCRIPTIONS[kind]);
  if (transactions.length > 0)
    return `${subject} still has transactions in progress (${transactions.join(', ')}). Please try again once they are complete.`;
  const { cents } = await readStanding(db, userId);
  return cents < 0
    ? `${subject} owes ${formatMoney(-cents)}, which must be paid first.`
    : `${subject} has a balance of ${formatMoney(cents)} that can’t be refunded to cards in full. It must be used or paid back another way first.`;
}

/** Why the client's money is not settled; empty when all of it is spent on labels or refunded. */
export const unsettledMoneyOf = (db: Handle, userId: string): Promise<UnsettledMoney[]> =>
  selectUnsettledMoney(db, userId);

/** Asks the payment provider about the client's open payments: a paid one may not be recorded yet. */
export async function settleOpenPayments(deps: PaymentDeps, userId: string): Promise<void> {
  for (const payment of await selectOpenPayments(deps.db, userId)) await settlePayment(deps, payment);
}

/**
 * Cancels the client's unpaid payments, so that a payment form that is still open in a browser cannot charge
 * the card. Settle them first: a paid one is not canceled. Cancels none while one of them has no intent, because that one
 * cannot be canceled yet. The sweep creates the intent within seconds.
 */
export async function cancelUnpaidPayments(deps: PaymentDeps, userId: string): Promise<void> {
  const payments = await selectOpenPayments(deps.db, userId);
  if (payments.some(({ intent_id: intentId }) => intentId === null)) return;
  for (const payment of payments) {
    const { status, intent_id: intentId } = payment;
    if (status !== 'created' || intentId === null) continue;
    await callPaymentProvider(deps, (provider) => provider.cancelIntent(intentId)).catch((cause: unknown) => {
      throw new AppError('PAYMENT_UNREACHABLE', { cause });
    });
    await settlePayment(deps, payment);
  }
}

/** Erases the client's own texts. Keeps amounts and states, because the ledger needs them. */
export async function erasePaymentTextsOf(trx: Trx, userId: string): Promise<void> {
  await deleteKeysOfUser(trx, userId);
  await eraseDescriptions(trx, userId);
  await eraseBalanceNotes(trx, userId);
  await eraseReasons(trx, userId);
  await deleteCardsOf(trx, userId);
}
