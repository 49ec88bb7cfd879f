import { setTimeout as sleep } from 'node:timers/promises';
import { API } from '@lading/contract/routes.ts';
import type { LabelAnswer, LabelBody } from '@lading/contract/shipments.ts';
import { AppError } from '../../platform/app-error.ts';
import { isUniqueViolation, transaction } from '../../platform/db/database.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { newId } from '../../platform/ids.ts';
import { rememberRequest, requestKey } from '../payments/idempotency.ts';
import { findPaymentFor, spend } from '../payments/spend-payment.ts';
import { requestHash } from '../pricing/request-hash.ts';
import { consumeQuote, type FoundQuote, findQuote } from '../pricing/use-quotes.ts';
import { claimForPurchase, type PurchaseClaim, runPurchase } from './purchase.ts';
import { checkShipDate } from './quote-rates.ts';
import { shipmentRequestOf } from './shipment-request.ts';
import type { ShipmentDeps } from './shipments.deps.ts';
import { IN_PROGRESS, searchTextOf } from './shipments.states.ts';
import {
  insertShipment,
  type StoredShipment,
  selectShipment,
  selectShipmentOfQuote,
} from './shipments.store.ts';
import type { HistoryDeps } from './show-history.ts';
import { toLabelAnswer } from './show-transaction.ts';

export interface LabelRequest {
  quoteId: string;
  intentId?: string | undefined;
  /** The payment itself, where it is known to be paid and meant for the quote. */
  paymentId?: string | undefined;
  notes?: string | undefined;
}

/** What a client calls: the body must describe the very parcel that was priced. A repeat returns the first result. */
export async function buyLabel(
  deps: ShipmentDeps & HistoryDeps,
  actor: { userId: string },
  body: LabelBody,
  idempotencyKey?: string,
): Promise<LabelAnswer> {
  const key = requestKey(actor.userId, API.label, idempotencyKey, body);
  if (key) await rememberRequest(deps.db, deps.clock, key, body.rateId);
  const quote = await findQuote(deps.db, actor.userId, body.rateId);
  if (!quote.request_hash.equals(requestHash(shipmentRequestOf(body)))) throw new AppError('RATE_DIFFERS');
  const shipment = await buyQuote(deps, quote, {
    quoteId: quote.id,
    intentId: body.paymentIntentId,
    notes: body.internalNotes,
  });
  return toLabelAnswer(deps, shipment);
}

/** Buys what was priced, as it was priced: from the stored request, never from what somebody sends now. */
export async function buyQuote(
  deps: ShipmentDeps,
  quote: FoundQuote,
  request: LabelRequest,
): Promise<StoredShipment> {
  const { db } = deps;
  if (quote.consumed_by === null) {
    checkShipDate(deps, quote.ship_date);
    const claim = await startPurchase(deps, quote, request);
    const bought = claim && (await runPurchase(deps, claim));
    if (bought) return bought;
  }
  const shipment = await selectShipmentOfQuote(db, quote.user_id, quote.id);
  if (!shipment) throw new AppError('RATE_USED');
  return waitForEnd(deps, shipment);
}

/** The right to buy, or null when a twin of this request has it: then its result is shared. */
async function startPurchase(
  deps: ShipmentDeps,
  quote: FoundQuote,
  request: LabelRequest,
): Promise<PurchaseClaim | null> {
  try {
    const paymentId = request.paymentId ?? (await findPaymentOf(deps, quote, request));
    const claim = await commitPurchase(deps, quote, paymentId, request.notes ?? '');
    failpoint('cp9');
    return claim;
  } catch (error) {
    const cameSecond =
      error instanceof LostRace ||
      isUniqueViolation(error, 'shipments_quote') ||
      (error instanceof AppError && error.code === 'PAYMENT_REQUIRED');
    if (!cameSecond) throw error;
    if (await selectShipmentOfQuote(deps.db, quote.user_id, quote.id)) return null;
    // The money went to another purchase, or there was none.
    throw new AppError('PAYMENT_REQUIRED');
  }
}

async function findPaymentOf(
  deps: ShipmentDeps,
  quote: FoundQuote,
  { intentId }: LabelRequest,
): Promise<string> {
  const payment = await findPaymentFor(deps, {
    userId: quote.user_id,
    quoteId: quote.id,
    cents: quote.total_cents,
    quoteExpiresAt: quote.expires_at,
    intentId,
  });
  return payment.id;
}

/** Payment, quote, shipment and the first attempt in one transaction. */
export function commitPurchase(
  { db, clock, timings }: ShipmentDeps,
  quote: FoundQuote,
  paymentId: string,
  notes: string,
  attemptId = newId(),
): Promise<PurchaseClaim | null> {
  const { carrier_rate: rate } = quote;
  const id = newId();
  return transaction(db, async (trx) => {
    await insertShipment(trx, {
      id,
      user_id: quote.user_id,
      quote_id: quote.id,
      payment_id: paymentId,
      state: 'paid',
      lease_until: null,
      provider: quote.provider,
      carrier: rate.carrier,
      service: rate.service,
      service_name: rate.serviceName,
      transaction_id: null,
      tracking_number: null,
      cost_cents: quote.cost_cents,
      commission_cents: quote.commission_cents,
      total_cents: quote.total_cents,
      actual_cost_cents: null,
      sender: JSON.stringify(quote.sender),
      receiver: JSON.stringify(quote.receiver),
      parcel: JSON.stringify(quote.parcel),
      ship_date: quote.ship_date,
      delivery_date: rate.deliveryDate,
      notes,
      search_text: searchTextOf(quote.receiver, null),
      created_at: clock.now(),
      purchased_at: null,
      delivered_at: null,
      next_track_at: null,
      downloaded_at: null,
    });
    if (!(await consumeQuote(trx, quote.id, id))) throw new LostRace();
    const claim = await claimForPurchase(trx, clock, id, timings.leaseMs, rate, attemptId);
    // Last, because a batch spends one payment in many places at once, and they wait for each other here.
    if (!(await spend(trx, paymentId, id, quote.total_cents))) throw new LostRace();
    return claim;
  });
}

/** Undoes a transaction that came second. */
class LostRace extends Error {}

const LOOK_AGAIN_MS = 60;

/** A twin of the request, or the sweeper, may be at work: wait for the end, but not for ever. */
async function waitForEnd(deps: ShipmentDeps, first: StoredShipment): Promise<StoredShipment> {
  const patience = deps.timings.requestWaitMs / LOOK_AGAIN_MS;
  let shipment = first;
  for (let looks = 0; IN_PROGRESS.has(shipment.state) && shipment.state !== 'purchase_unknown'; looks += 1) {
    if (looks >= patience) break;
    await sleep(LOOK_AGAIN_MS);
    shipment = (await selectShipment(deps.db, shipment.id)) ?? shipment;
  }
  return shipment;
}
