import { AppError } from '../../platform/app-error.ts';
import type { Handle, Trx } from '../../platform/db/database.ts';
import { deleteKeysOfUser } from '../../platform/idempotency/idempotency.store.ts';
import { callPaymentProvider } from './call-payment-provider.ts';
import type { PaymentDeps } from './payments.deps.ts';
import { eraseDescriptions, selectOpenPayments } from './payments.store.ts';
import { settlePayment } from './settle-payment.ts';
import { selectUnsettledMoney, type UnsettledMoney } from './unsettled-money.store.ts';

const DESCRIPTIONS: Record<UnsettledMoney, string> = {
  unpaid: 'unpaid payment',
  unspent: 'unspent payment',
  in_progress: 'label purchase',
  returning: 'refund',
  batch: 'bulk upload',
  disputed: 'open dispute',
};

export const describeUnsettled = (kinds: readonly UnsettledMoney[]): string =>
  kinds.map((kind) => DESCRIPTIONS[kind]).join(', ');

/** What the client's money is still tied up in; empty when all of it is spent on labels or refunded. */
export const unsettledMoneyOf = (db: Handle, userId: string): Promise<UnsettledMoney[]> =>
  selectUnsettledMoney(db, userId);

/**
 * Cancels the client's payments that are not paid yet, so that a payment form still open in a browser can take no money. Leaves alone
 * payments that were paid in the meantime or that a bank is still processing.
 */
export async function cancelUnpaidPayments(deps: PaymentDeps, userId: string): Promise<void> {
  for (const payment of await selectOpenPayments(deps.db, userId)) {
    const { status, intent_id: intentId } = await settlePayment(deps, payment);
    // Without an intent there is nothing to cancel yet; the sweep creates one within seconds.
    if (status !== 'created' || intentId === null) continue;
    await callPaymentProvider(deps, (provider) => provider.cancelIntent(intentId)).catch((cause: unknown) => {
      throw new AppError('PAYMENT_UNREACHABLE', { cause });
    });
    await settlePayment(deps, payment);
  }
}

/** Erases what the client wrote. Amounts and states stay, because the ledger needs them. */
export async function erasePaymentTextsOf(trx: Trx, userId: string): Promise<void> {
  await deleteKeysOfUser(trx, userId);
  await eraseDescriptions(trx, userId);
}
