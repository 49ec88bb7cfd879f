import type { Batch } from '@lading/contract/bulk.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Trx } from '../../platform/db/database.ts';
import { runRefund } from '../payments/refund.ts';
import { requestSurplusRefund } from '../payments/refund-surplus.ts';
import { findOwnPayment } from '../payments/spend-payment.ts';
import { unspentPaymentsOfBatch } from '../payments/unspent-payments.ts';
import type { BulkDeps } from './bulk.deps.ts';
import { callWorkers, type StoredBatch, updateBatch } from './bulk-batches.store.ts';
import {
  countWork,
  isMakingLabels,
  restartRows,
  startLabels,
  startRates,
  withdrawLabels,
} from './bulk-work.store.ts';
import { changeBatch, changeOwnBatch, findBatch } from './change-batch.ts';
import { showBatch } from './show-batch.ts';

/** Begins with every row that can be priced, or with the named ones. */
export async function getRates(
  deps: BulkDeps,
  actor: { userId: string },
  id: string,
  { numbers }: { numbers?: number[] | undefined },
): Promise<Batch> {
  await changeOwnBatch(deps, actor, id, async (trx, batch) => {
    const started = await startRates(trx, id, batch.version, numbers ?? null);
    if (started > 0)
      await begin(deps, trx, batch, 'rates', batch.step === 'upload' ? 'rate_selection' : batch.step);
    else if (numbers === undefined && batch.step === 'upload')
      throw new AppError('NOTHING_READY', { message: 'No shipment is ready for rates yet.' });
  });
  return showBatch(deps, await findBatch(deps, actor, id));
}

/** What a payment was made for is put to work. Asked again it changes nothing; nobody needs to ask at all. */
export async function beginLabels(deps: BulkDeps, batchId: string, paymentId: string): Promise<number> {
  return changeBatch(deps, batchId, (trx, batch) => beginPaid(deps, trx, batch, paymentId));
}

async function beginPaid(deps: BulkDeps, trx: Trx, batch: StoredBatch, paymentId: string): Promise<number> {
  if (batch.discarded_at !== null) return 0;
  const started = await startLabels(trx, batch.id, batch.version, paymentId);
  if (started > 0) await begin(deps, trx, batch, 'labels', 'generation_summary');
  return started;
}

async function begin(
  { clock }: BulkDeps,
  trx: Trx,
  batch: StoredBatch,
  work: 'rates' | 'labels',
  step: StoredBatch['step'],
): Promise<void> {
  const waiting = (await countWork(trx, batch.id)).get(work) ?? 0;
  await updateBatch(trx, batch.id, {
    step,
    work_total: waiting,
    work_started_at: clock.now(),
    paused_at: null,
  });
  await callWorkers(trx, work);
}

/** The browser's word that it has paid; the card provider is asked. */
export async function startLabelsOfPayment(
  deps: BulkDeps,
  actor: { userId: string },
  id: string,
  { paymentIntentId }: { paymentIntentId: string },
): Promise<Batch> {
  const batch = await findBatch(deps, actor, id);
  const payment = await findOwnPayment(deps, actor.userId, paymentIntentId);
  if (payment.batch_id !== batch.id) throw new AppError('PAYMENT_NOT_FOUND');
  // One that is bound to nothing, or went back whole, buys nothing.
  if (payment.status !== 'succeeded' || payment.quotes_key === null) throw new AppError('PAYMENT_REQUIRED');
  await beginLabels(deps, id, payment.id);
  return showBatch(deps, await findBatch(deps, actor, id));
}

/** Rows that are at work finish; nothing new begins until it is resumed. */
export async function setPaused(
  deps: BulkDeps,
  actor: { userId: string },
  id: string,
  paused: boolean,
): Promise<Batch> {
  await changeOwnBatch(deps, actor, id, async (trx, batch) => {
    if (paused === (batch.paused_at !== null)) return;
    await updateBatch(trx, id, { paused_at: paused ? deps.clock.now() : null });
    if (!paused) await callWorkers(trx, '');
  });
  return showBatch(deps, await findBatch(deps, actor, id));
}

/** What nobody has begun is not bought: its rows can be paid for again, and its money goes back. */
export async function cancelRest(
  deps: BulkDeps,
  id: string,
  reason: string,
  end: { status: 'rate_selected' | 'label_failed'; error: string | null } = {
    status: 'rate_selected',
    error: null,
  },
): Promise<void> {
  const refunds = await changeBatch(deps, id, async (trx, batch) => {
    const withdrawn = await withdrawLabels(trx, id, batch.version, end);
    await updateBatch(trx, id, { paused_at: null });
    const requested: string[] = [];
    for (const { payment_id: paymentId, cents } of withdrawn) {
      const refundId = await requestSurplusRefund(trx, deps.clock, { paymentId, cents, reason });
      if (refundId) requested.push(refundId);
    }
    return requested;
  });
  for (const refundId of refunds) await runRefund(deps, refundId);
}

export async function cancelOwn(deps: BulkDeps, actor: { userId: string }, id: string): Promise<Batch> {
  await findBatch(deps, actor, id);
  await cancelRest(deps, id, 'The client stopped the labels that were not made yet.');
  return showBatch(deps, await findBatch(deps, actor, id));
}

/** Failed rows get new rates; they cost a new payment, since the old one went back. */
export async function retryRows(
  deps: BulkDeps,
  actor: { userId: string },
  id: string,
  { numbers }: { numbers: number[] },
): Promise<Batch> {
  await changeOwnBatch(deps, actor, id, async (trx, batch) => {
    if ((await restartRows(trx, id, batch.version, numbers)) > 0)
      await begin(deps, trx, batch, 'rates', 'rate_selection');
  });
  return showBatch(deps, await findBatch(deps, actor, id));
}

/** Drives the money of a batch on: what was paid for is begun, and what can buy nothing goes back. While labels are made it is in use. */
export async function settleBatch(deps: BulkDeps, batchId: string): Promise<void> {
  for (const { id, quotes_key } of await unspentPaymentsOfBatch(deps, batchId)) {
    if (await isMakingLabels(deps.db, batchId)) return;
    // Decided under the lock on the batch: whoever begins with this money meanwhile has begun before, or finds it gone.
    const refundId = await changeBatch(deps, batchId, async (trx, batch) => {
      if (await isMakingLabels(trx, batchId)) return null;
      if (quotes_key !== null && (await beginPaid(deps, trx, batch, id)) > 0) return null;
      const all = { paymentId: id, cents: Number.POSITIVE_INFINITY };
      return requestSurplusRefund(trx, deps.clock, { ...all, reason: 'This money bought no label.' });
    });
    if (refundId) await runRefund(deps, refundId);
  }
}

export async function discardBatch(deps: BulkDeps, actor: { userId: string }, id: string): Promise<void> {
  await changeOwnBatch(deps, actor, id, async (trx) => {
    if (await isMakingLabels(trx, id)) throw new AppError('BATCH_BUSY');
    await updateBatch(trx, id, { discarded_at: deps.clock.now() });
  });
}
