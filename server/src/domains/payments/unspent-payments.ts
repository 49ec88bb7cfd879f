import { later } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { PaymentDeps } from './payments.deps.ts';
import {
  assignToBatch,
  detachFromBatches,
  type StoredPayment,
  selectBatchesWithUnspentMoney,
  selectOpenQuotesOf,
  selectUnspent,
  selectUnspentOfBatch,
} from './payments.store.ts';

export type UnspentPayment = StoredPayment;

/** Unspent payments that the browser did not use in time, or that have bought nothing for too long. */
export const findUnspentPayments = (
  { db, clock }: PaymentDeps,
  { browserGraceMs, surplusAfterMs }: { browserGraceMs: number; surplusAfterMs: number },
  limit: number,
): Promise<UnspentPayment[]> => {
  const now = clock.now();
  const due = { paidBefore: later(now, -browserGraceMs), returnBefore: later(now, -surplusAfterMs) };
  return selectUnspent(db, due, limit);
};

/** The quotes a payment was made for that are not bought yet. */
export async function openQuotesOf({ db }: PaymentDeps, payment: UnspentPayment): Promise<string[]> {
  if (payment.quotes_key === null) return [];
  return (await selectOpenQuotesOf(db, payment.id)).map(({ id }) => id);
}

/** Batches with unspent money that no row is using. */
export const findBatchesWithUnspentMoney = async ({ db }: PaymentDeps, limit: number): Promise<string[]> => {
  const payments = await selectBatchesWithUnspentMoney(db, limit);
  return [...new Set(payments.flatMap(({ batch_id }) => batch_id ?? []))];
};

export const unspentPaymentsOfBatch = ({ db }: PaymentDeps, batchId: string) =>
  selectUnspentOfBatch(db, batchId);

export const assignPaymentToBatch = (trx: Trx, paymentId: string, batchId: string): Promise<boolean> =>
  assignToBatch(trx, paymentId, batchId);

/** Call this before deleting a client's batches. */
export const detachPaymentsFromBatches = (trx: Trx, userId: string): Promise<void> =>
  detachFromBatches(trx, userId);
