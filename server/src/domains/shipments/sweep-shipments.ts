import { AppError } from '../../platform/app-error.ts';
import { days, later } from '../../platform/clock.ts';
import { findIdleMoney, openQuotesOf, type PaidMoney } from '../payments/paid-money.ts';
import { returnSurplus } from '../payments/return-money.ts';
import { findQuote } from '../pricing/use-quotes.ts';
import { buyQuote } from './buy-label.ts';
import { selectWatched } from './orphans.store.ts';
import { recoverPurchase } from './recover-purchase.ts';
import type { ShipmentDeps } from './shipments.deps.ts';
import { isActive, moveShipment, selectRefunding, selectStranded } from './shipments.store.ts';
import { voidOrphan } from './void-orphan.ts';

const BATCH = 50;
/** A carrier that keeps silent holds each for half a minute, and the others must not wait for it. Its limits are kept by its adapter. */
const CONCURRENCY = 25;
/** A carrier's list may lag; a label that nobody knew of has shown up by then. */
const WATCHED_FOR_MS = days(7);
/** Carriers take back what was not used for so long at most, and their last word may come as late. */
const VOIDED_WITHIN_MS = days(90);

/** Drives everything between payment and label one step on. */
export async function sweepShipments(deps: ShipmentDeps): Promise<void> {
  const { db, clock, timings } = deps;
  const now = clock.now();
  await drive(deps, await selectStranded(db, BATCH), (shipment) => recoverPurchase(deps, shipment));
  await drive(deps, await selectRefunding(db, BATCH), ({ id }) =>
    moveShipment(db, id, ['refunding'], { state: 'refunded' }),
  );
  await drive(deps, await findIdleMoney(deps, timings, BATCH), (payment) => spendOrReturn(deps, payment));
  const watch = {
    now,
    lostAfter: later(now, -WATCHED_FOR_MS),
    foundAfter: later(now, -VOIDED_WITHIN_MS),
    everyMs: timings.watchEveryMs,
  };
  await drive(deps, await selectWatched(db, watch, BATCH), (attempt) => voidOrphan(deps, attempt));
}

/** The browser may be gone: what was paid for by name is bought all the same, and what cannot be bought goes back. */
async function spendOrReturn(deps: ShipmentDeps, payment: PaidMoney): Promise<void> {
  const { db, clock, timings } = deps;
  const quotes = await openQuotesOf(deps, payment);
  const paidFor = clock.now().getTime() - (payment.succeeded_at?.getTime() ?? 0);
  if (quotes.length === 0) {
    if (paidFor >= timings.surplusAfterMs) await returnSurplus(deps, payment, 'This money bought no label.');
    return;
  }
  if (!(await isActive(db, payment.user_id)))
    return returnSurplus(deps, payment, 'The account is not active.');
  const refusals: string[] = [];
  for (const id of quotes) {
    const refusal = await buyPaidQuote(deps, payment, id);
    if (refusal) refusals.push(refusal);
  }
  if (refusals[0]) await returnSurplus(deps, payment, refusals[0]);
}

/** Why the quote can never be bought with this payment, or null. */
async function buyPaidQuote(deps: ShipmentDeps, payment: PaidMoney, quoteId: string): Promise<string | null> {
  try {
    const quote = await findQuote(deps.db, payment.user_id, quoteId);
    await buyQuote(deps, quote, { quoteId, intentId: payment.intent_id ?? undefined });
    return null;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return error.message;
    throw error;
  }
}

/** Each is tried alone, several at once: one that fails or takes its time keeps no other waiting. */
async function drive<T extends { id: string }>(
  { log }: ShipmentDeps,
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item; item = waiting.shift()) {
      try {
        await work(item);
      } catch (error) {
        log.warn({ err: error, id: item.id }, 'a shipment could not be driven on; it is tried again');
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}
