import { setTimeout as sleep } from 'node:timers/promises';
import { API } from '@lading/contract/routes.ts';
import type { LabelAnswer, LabelBody } from '@lading/contract/shipments.ts';
import { AppError } from '../../platform/app-error.ts';
import { isUniqueViolation, transaction } from '../../platform/db/database.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { rememberRequest } from '../../platform/idempotency/idempotency.ts';
import { requestKey } from '../../platform/idempotency/request-key.ts';
import { newId } from '../../platform/ids.ts';
import { findPaymentFor, spend } from '../payments/spend-payment.ts';
import { hashOf } from '../pricing/priced-shipment.ts';
import { consumeQuote, type FoundQuote, findQuote } from '../pricing/quotes.ts';
import { toLabelAnswer } from './label-answer.ts';
import type { LabelLinks } from './label-links.ts';
import { runPurchase } from './purchase.ts';
import { claimForPurchase, type PurchaseClaim } from './purchase-claim.ts';
import { searchTextOf } from './search-text.ts';
import { checkShipDate } from './ship-date.ts';
import { shipmentRequestOf } from './shipment-request.ts';
import type { ShipmentDeps } from './shipments.deps.ts';
import { INITIAL_STATE } from './shipments.states.ts';
import {
  insertShipment,
  type StoredShipment,
  selectShipment,
  selectShipmentOfQuote,
} from './shipments.store.ts';

interface LabelRequest {
  quoteId: string;
  intentId?: string | undefined;
  /** The payment, if the caller knows that it is paid and was made for this quote. */
  paymentId?: string | undefined;
  notes?: string | undefined;
}

/** Buys a label for a client. The body must match the quoted shipment. A retry returns the first result. */
export async function buyLabel(
  deps: ShipmentDeps & { labelLinks: LabelLinks },
  actor: { userId: string },
  body: LabelBody,
  idempotencyKey?: string,
): Promise<LabelAnswer> {
  const key = requestKey(actor.userId, API.label, idempotencyKey, body);
  if (key) await rememberRequest(deps.db, deps.clock, key, body.rateId);
  const quote = await findQuote(deps.db, actor.userId, body.rateId);
  if (!quote.request_hash.equals(hashOf(shipmentRequestOf(body)))) throw new AppError('RATE_DIFFERS');
  const shipment = await buyQuote(deps, quote, {
    quoteId: quote.id,
    intentId: body.paymentIntentId,
    notes: body.internalNotes,
  });
  return toLabelAnswer(deps, shipment);
}

/** Buys a quote as stored. Ignores any other description of the shipment. */
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

/**
 * Null when a concurrent request is buying the quote, or when the client's account is no longer active and
 * the sweep will refund the shipment. In both cases the quote has a shipment, which this request returns.
 */
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
    const lostRace =
      error instanceof ConcurrentPurchaseError ||
      isUniqueViolation(error, 'shipments_quote') ||
      (error instanceof AppError && error.code === 'PAYMENT_REQUIRED');
    if (!lostRace) throw error;
    if (await selectShipmentOfQuote(deps.db, quote.user_id, quote.id)) return null;
    // Another purchase spent the payment, or there was none.
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

/** Spends the payment, consumes the quote, inserts the shipment and claims it, all in one transaction. */
export function commitPurchase(
  deps: ShipmentDeps,
  quote: FoundQuote,
  paymentId: string,
  notes: string,
  attemptId = newId(),
): Promise<PurchaseClaim | null> {
  const { carrier_rate: rate } = quote;
  const id = newId();
  return transaction(deps.db, async (trx) => {
    await insertShipment(trx, {
      id,
      user_id: quote.user_id,
      quote_id: quote.id,
      payment_id: paymentId,
      state: INITIAL_STATE,
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
      receiver: JSON.stringify(quote.recipient),
      parcel: JSON.stringify(quote.parcel),
      ship_date: quote.ship_date,
      delivery_date: rate.deliveryDate,
      notes,
      search_text: searchTextOf(quote.recipient, null),
      created_at: deps.clock.now(),
      purchased_at: null,
      delivered_at: null,
      next_track_at: null,
      downloaded_at: null,
    });
    if (!(await consumeQuote(trx, quote.id, id))) throw new ConcurrentPurchaseError();
    const claim = await claimForPurchase(trx, deps, id, rate, attemptId);
    // Last, because all rows of a batch spend the same payment and wait for each other here.
    if (!(await spend(trx, paymentId, id, quote.total_cents))) throw new ConcurrentPurchaseError();
    return claim;
  });
}

/** Thrown to roll back when a concurrent request took the quote or the payment. */
class ConcurrentPurchaseError extends Error {}

const POLL_MS = 60;

/** Waits up to `requestWaitMs`, because another request or the sweep may be buying the label. */
async function waitForEnd(deps: ShipmentDeps, first: StoredShipment): Promise<StoredShipment> {
  const polls = deps.timings.requestWaitMs / POLL_MS;
  let shipment = first;
  for (let poll = 0; poll < polls && isEndNear(shipment); poll += 1) {
    await sleep(POLL_MS);
    shipment = (await selectShipment(deps.db, shipment.id)) ?? shipment;
  }
  return shipment;
}

/** A request does not wait for an unconfirmed purchase, which may take minutes. */
const isEndNear = ({ state }: StoredShipment) => state === 'paid' || state === 'purchasing';
