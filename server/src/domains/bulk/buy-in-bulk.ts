import type { BulkLabelsAnswer, BulkLabelsBody } from '@lading/contract/bulk.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { poll } from '../../platform/poll.ts';
import { findPaymentForAll } from '../payments/spend-payment.ts';
import { hashOf, NO_DECLARATION } from '../pricing/priced-shipment.ts';
import { type FoundQuote, findQuotes } from '../pricing/quotes.ts';
import { hasSameTaxIds } from '../pricing/stored-declaration.ts';
import { postalAddressOf } from '../shipments/shipment-request.ts';
import { selectIntentThatBought } from './batch-payments.store.ts';
import { BATCH_CHANNEL, type BulkDeps } from './bulk.deps.ts';
import { selectBatchByKey } from './bulk-batches.store.ts';
import { selectShownRows } from './bulk-row-views.store.ts';
import { countWork } from './bulk-row-work.store.ts';
import { insertPaidBatch, keyOfRates } from './paid-batch.ts';
import { rowId, transactionOf } from './show-rows.ts';

/** Covers lost notifications. */
const LOOK_AGAIN_MS = 1_000;

/**
 * Buys many priced shipments in one call. They become a batch, so the labels are created at the provider's
 * pace even if the caller disconnects. The same list of rates always maps to the same batch.
 */
export async function buyInBulk(
  deps: BulkDeps,
  actor: Pick<Actor, 'userId'>,
  body: BulkLabelsBody,
  signal?: AbortSignal,
): Promise<BulkLabelsAnswer> {
  const ids = body.shipments.map(({ rateId }) => rateId);
  if (new Set(ids).size < ids.length)
    throw new AppError('BAD_REQUEST', {
      message: 'A rate is listed twice. Each rate can be bought only once.',
    });
  const key = keyOfRates(ids);
  const earlier = await selectBatchByKey(deps.db, actor.userId, key);
  const batchId = earlier?.id ?? (await startOnce(deps, actor, body, key));
  const finished = await waitForLabels(deps, batchId, signal);
  return answerOf(deps, actor, batchId, body, finished);
}

/** If a concurrent request created the batch first, uses that one. */
async function startOnce(
  deps: BulkDeps,
  actor: Pick<Actor, 'userId'>,
  body: BulkLabelsBody,
  key: Buffer,
): Promise<string> {
  try {
    return await startBatch(deps, actor, body, key);
  } catch (error) {
    const concurrent = await selectBatchByKey(deps.db, actor.userId, key);
    if (concurrent) return concurrent.id;
    throw error;
  }
}

async function startBatch(
  deps: BulkDeps,
  { userId }: Pick<Actor, 'userId'>,
  body: BulkLabelsBody,
  key: Buffer,
): Promise<string> {
  const ids = body.shipments.map(({ rateId }) => rateId);
  const quotes = new Map((await findQuotes(deps.db, userId, ids)).map((quote) => [quote.id, quote]));
  const rows = body.shipments.map((shipment, index) => {
    const quote = quotes.get(shipment.rateId);
    if (!quote) throw new AppError('RATE_NOT_FOUND');
    checkMatchesQuote(shipment, quote);
    return { number: index + 1, quote, shipment };
  });
  for (const { shipment, quote } of rows)
    if (!(await hasSameTaxIds(deps.taxIdSecrets, userId, quote.declaration, shipment.customs ?? null)))
      throw new AppError('RATE_DIFFERS');
  const paymentId = await findPayment(deps, userId, rows, body.paymentIntentId);
  return insertPaidBatch(deps, { userId, paymentId, key, rows: rows.map(toPaidRow) });
}

/**
 * One payment for all rows. If the sweep or another call has bought some of them, it must be the payment that bought
 * them; their rows then get the existing labels.
 */
async function findPayment(
  deps: BulkDeps,
  userId: string,
  rows: readonly QuotedRow[],
  namedId: string | undefined,
): Promise<string> {
  const quoteIds = rows.map(({ quote }) => quote.id);
  const used = rows.flatMap(({ quote }) => (quote.consumed_by === null ? [] : quote.id));
  const cents = rows.reduce(
    (sum, { quote }) => (quote.consumed_by === null ? sum + quote.total_cents : sum),
    0,
  );
  if (used.length === 0)
    return (await findPaymentForAll(deps, { userId, quoteIds, cents, intentId: namedId })).id;
  const intentId = await selectIntentThatBought(deps.db, userId, used);
  if (intentId === null || (namedId !== undefined && namedId !== intentId)) throw new AppError('RATE_USED');
  try {
    return (await findPaymentForAll(deps, { userId, quoteIds, cents, intentId })).id;
  } catch (error) {
    // Paying again would not help.
    if (error instanceof AppError && error.code === 'PAYMENT_REQUIRED') throw new AppError('RATE_USED');
    throw error;
  }
}

interface QuotedRow {
  number: number;
  quote: FoundQuote;
  shipment: BulkLabelsBody['shipments'][number];
}

const toPaidRow = ({ number, quote, shipment }: QuotedRow) => ({
  number,
  original: [shipment.id ?? rowId(number)],
  selected: quote.id,
  cents: quote.total_cents,
});

/** Details that the caller sends again must match the quote. Its hash does not cover the numbers of tax IDs. */
function checkMatchesQuote(shipment: QuotedRow['shipment'], quote: FoundQuote): void {
  const declared = quote.declaration ?? NO_DECLARATION;
  const requested = {
    sender: shipment.sender ? postalAddressOf(shipment.sender) : quote.sender,
    recipient: shipment.receiver ? postalAddressOf(shipment.receiver) : quote.recipient,
    parcel: shipment.package ?? quote.parcel,
    shipDate: shipment.shippingDate ?? quote.ship_date,
    customs: shipment.customs ?? declared.customs,
    extras: shipment.extras ?? declared.extras,
  };
  if (!quote.request_hash.equals(hashOf(requested))) throw new AppError('RATE_DIFFERS');
}

/**
 * Waits up to the request limit. False if the labels are not ready by then; they are still created in the background.
 * Returns immediately when the server shuts down.
 */
const waitForLabels = (deps: BulkDeps, batchId: string, signal?: AbortSignal): Promise<boolean> =>
  poll(
    async () => (await countWork(deps.db, batchId)).size === 0,
    (finished) => finished,
    {
      everyMs: LOOK_AGAIN_MS,
      withinMs: deps.timings.requestWaitMs,
      signal,
      subscribe: (listener) =>
        deps.notifications.listen(BATCH_CHANNEL, (message) => {
          if (message === null || message === batchId) listener();
        }),
    },
  );

async function answerOf(
  deps: BulkDeps,
  { userId }: Pick<Actor, 'userId'>,
  batchId: string,
  { shipments }: BulkLabelsBody,
  finished: boolean,
): Promise<BulkLabelsAnswer> {
  const rows = await selectShownRows(deps.db, batchId, 0, shipments.length);
  const byRate = new Map(rows.map((row) => [row.selected, row]));
  const results = await Promise.all(
    shipments.map(async ({ id, rateId }, index) => {
      const row = byRate.get(rateId);
      if (!row) throw new Error(`batch ${batchId} has no row for rate ${rateId}`);
      const transaction = transactionOf(deps, row);
      const isReady = transaction?.labelStatus === 'ready';
      return {
        id: id ?? rowId(index + 1),
        rateId,
        status: row.status,
        error: row.error,
        transaction,
        labelUrl: isReady ? await deps.labelLinks.make(userId, transaction.transactionId) : null,
      };
    }),
  );
  const count = (status: string) => results.filter((result) => result.status === status).length;
  return { batchId, finished, successful: count('label_generated'), failed: count('label_failed'), results };
}
