import { AppError } from '../../platform/app-error.ts';
import { days, later } from '../../platform/clock.ts';
import { type StoredPayment, selectOpenQuotesOf, selectUnspent } from '../payments/paid-money.ts';
import { returnSurplus } from '../payments/sweep-payments.ts';
import { findQuote } from '../pricing/use-quotes.ts';
import { reportBreak } from '../reconciliation/report-break.ts';
import { buyQuote } from './buy-label.ts';
import { recoverPurchase } from './recover-purchase.ts';
import type { ShipmentDeps } from './shipments.deps.ts';
import {
  isActive,
  moveShipment,
  selectRefunding,
  selectStranded,
  selectWatched,
  updateAttempt,
} from './shipments.store.ts';

const BATCH = 50;
/** A carrier's list may lag; a label that nobody knew of has shown up by then. */
const WATCHED_FOR_MS = days(7);

/** Drives everything between payment and label one step on. Each is tried alone: one that fails keeps no other waiting. */
export async function sweepShipments(deps: ShipmentDeps): Promise<void> {
  const { db, clock, timings } = deps;
  for (const shipment of await selectStranded(db, BATCH))
    await guarded(deps, shipment.id, () => recoverPurchase(deps, shipment));
  for (const { id } of await selectRefunding(db, BATCH))
    await guarded(
      deps,
      id,
      async () => void (await moveShipment(db, id, ['refunding'], { state: 'refunded' })),
    );
  const paidBefore = later(clock.now(), -timings.browserGraceMs);
  for (const payment of await selectUnspent(db, paidBefore, BATCH))
    await guarded(deps, payment.id, () => spendOrReturn(deps, payment));
  for (const attempt of await selectWatched(db, later(clock.now(), -WATCHED_FOR_MS), BATCH))
    await guarded(deps, attempt.id, () => voidOrphan(deps, attempt));
}

/** The browser may be gone: what was paid for by name is bought all the same, and what cannot be bought goes back. */
async function spendOrReturn(deps: ShipmentDeps, payment: StoredPayment): Promise<void> {
  const { db, clock, timings } = deps;
  const quotes = payment.quotes_key === null ? [] : await selectOpenQuotesOf(db, payment.id);
  const paidFor = clock.now().getTime() - (payment.succeeded_at?.getTime() ?? 0);
  if (quotes.length === 0) {
    if (paidFor >= timings.surplusAfterMs) await returnSurplus(deps, payment, 'This money bought no label.');
    return;
  }
  if (!(await isActive(db, payment.user_id)))
    return returnSurplus(deps, payment, 'The account is not active.');
  for (const { id } of quotes) {
    const refusal = await buyPaidQuote(deps, payment, id);
    if (refusal) return returnSurplus(deps, payment, refusal);
  }
}

/** Why the quote can never be bought with this payment, or null. */
async function buyPaidQuote(
  deps: ShipmentDeps,
  payment: StoredPayment,
  quoteId: string,
): Promise<string | null> {
  try {
    const quote = await findQuote(deps.db, payment.user_id, quoteId);
    await buyQuote(deps, quote, { quoteId, intentId: payment.intent_id ?? undefined });
    return null;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return error.message;
    throw error;
  }
}

/** A purchase that was given up and exists after all: nobody has its label, so it is voided. */
async function voidOrphan(deps: ShipmentDeps, attempt: { id: string; shipment_id: string }): Promise<void> {
  const { db, clock, carrier } = deps;
  const found = await carrier.findPurchase(attempt.id);
  await updateAttempt(db, attempt.id, { looked_at: clock.now() });
  if (found?.outcome !== 'bought') return;
  const answer = await carrier.voidLabel(found.transactionId);
  const detail = `label ${found.trackingNumber}: ${answer.outcome}`;
  await updateAttempt(db, attempt.id, {
    detail,
    ...(answer.outcome === 'voided' ? { state: 'declined' } : {}),
  });
  if (answer.outcome === 'refused')
    await reportBreak(deps, 'label_orphaned', attempt.id, `${detail}: ${answer.text}`);
}

async function guarded(deps: ShipmentDeps, id: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    deps.log.warn({ err: error, id }, 'a shipment could not be driven on; it is tried again');
  }
}
