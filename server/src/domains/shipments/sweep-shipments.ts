import { AppError } from '../../platform/app-error.ts';
import { ago, days } from '../../platform/clock.ts';
import { forEachIsolated } from '../../platform/for-each-isolated.ts';
import { refundSurplus } from '../payments/refund-surplus.ts';
import { findUnspentPayments, openQuotesOf, type UnspentPayment } from '../payments/unspent-payments.ts';
import { findQuote } from '../pricing/quotes.ts';
import { buyQuote } from './buy-label.ts';
import { FAILURE_REASONS } from './failure-reasons.ts';
import { selectWatched } from './orphans.store.ts';
import { recoverPurchase } from './recover-purchase.ts';
import type { ShipmentDeps } from './shipments.deps.ts';
import { isActive, moveShipment, selectRefunded, selectStalled } from './shipments.store.ts';
import { voidOrphan } from './void-orphan.ts';

const PAGE_SIZE = 50;
/**
 * High, because each call to a label provider that does not answer takes half a minute. The adapter enforces
 * the provider's rate limit.
 */
const CONCURRENCY = 25;
/** A payment for more quotes than this becomes a batch, because the rest of the sweep waits for these orders. */
const MAX_ORDERS = 10;
/** How long we look for the label of an abandoned attempt, because a provider's list may lag. */
const WATCHED_FOR_MS = days(7);
/** How long we wait for the void of an orphaned label that we found. No carrier takes longer. */
const VOIDED_WITHIN_MS = days(90);

/** Queues many quotes that a payment was made for. */
type BuyMany = (payment: UnspentPayment, quoteIds: readonly string[]) => Promise<void>;

/**
 * Advances stalled shipments, completed refunds and unspent payments by one step each, and voids orphaned
 * labels.
 */
export async function sweepShipments(deps: ShipmentDeps, buyMany: BuyMany): Promise<void> {
  const { db, clock, timings } = deps;
  await sweepEach(deps, await selectStalled(db, PAGE_SIZE), (shipment) => recoverPurchase(deps, shipment));
  await sweepEach(deps, await selectRefunded(db, PAGE_SIZE), ({ id }) =>
    moveShipment(db, id, ['refunding'], 'refunded'),
  );
  await sweepEach(deps, await findUnspentPayments(deps, timings, PAGE_SIZE), (payment) =>
    buyOrRefund(deps, payment, buyMany),
  );
  const watch = {
    now: clock.now(),
    lostAfter: ago(clock, WATCHED_FOR_MS),
    foundAfter: ago(clock, VOIDED_WITHIN_MS),
    everyMs: timings.watchEveryMs,
  };
  await sweepEach(deps, await selectWatched(db, watch, PAGE_SIZE), (attempt) => voidOrphan(deps, attempt));
}

/**
 * The client's browser may be closed, so this buys the quotes that the payment was made for and refunds the
 * rest.
 */
async function buyOrRefund(deps: ShipmentDeps, payment: UnspentPayment, buyMany: BuyMany): Promise<void> {
  const { db, clock, timings } = deps;
  const quotes = await openQuotesOf(deps, payment);
  if (quotes.length === 0) {
    const paidAt = payment.succeeded_at ?? new Date(0);
    // Another payment bought the quotes of this one, so nothing is left that it may buy.
    const isBound = payment.quotes_key !== null;
    if (isBound || paidAt <= ago(clock, timings.surplusAfterMs))
      await refundSurplus(deps, payment, FAILURE_REASONS.payment_unused);
    return;
  }
  if (!(await isActive(db, payment.user_id)))
    return refundSurplus(deps, payment, FAILURE_REASONS.account_inactive);
  if (quotes.length > MAX_ORDERS) return buyMany(payment, quotes);
  const refusals: string[] = [];
  for (const id of quotes) {
    const refusal = await buyPaidQuote(deps, payment, id);
    if (refusal) refusals.push(refusal);
  }
  if (refusals[0]) await refundSurplus(deps, payment, refusals[0]);
}

/** Returns the reason if this payment can never buy the quote, else null. */
async function buyPaidQuote(
  deps: ShipmentDeps,
  payment: UnspentPayment,
  quoteId: string,
): Promise<string | null> {
  try {
    const quote = await findQuote(deps.db, payment.user_id, quoteId);
    await buyQuote(deps, quote, { quoteId, intentId: payment.intent_id ?? undefined, wait: false });
    return null;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return error.message;
    throw error;
  }
}

const sweepEach = <T extends { id: string }>(
  { log }: ShipmentDeps,
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<void> =>
  forEachIsolated(
    items,
    {
      concurrency: CONCURRENCY,
      onError: (error, { id }) =>
        log.warn({ event: 'shipments.sweep_failed', err: error, id }, 'Shipment sweep failed; will retry'),
    },
    work,
  );
