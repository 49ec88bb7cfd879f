import { API } from '@lading/contract/routes.ts';
import type { LabelAnswer, LabelBody } from '@lading/contract/shipments.ts';
import { AppError } from '../../platform/app-error.ts';
import { isUniqueViolation } from '../../platform/db/database.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { findFirstResult, rememberRequest } from '../../platform/idempotency/idempotency.ts';
import { type RequestKey, requestKey } from '../../platform/idempotency/request-key.ts';
import { newId } from '../../platform/ids.ts';
import { poll } from '../../platform/poll.ts';
import { findPaymentFor } from '../payments/spend-payment.ts';
import { hashOf } from '../pricing/priced-shipment.ts';
import { type FoundQuote, findQuoteOnce } from '../pricing/quotes.ts';
import { hasSameTaxIds } from '../pricing/stored-declaration.ts';
import { toLabelAnswer } from './label-answer.ts';
import type { LabelLinks } from './label-links.ts';
import { runPurchase } from './purchase.ts';
import type { PurchaseClaim } from './purchase-claim.ts';
import { directWriter } from './purchase-writer.ts';
import { claimedShipment } from './purchases.store.ts';
import { type BoughtShipment, purchaseEnds } from './record-purchase.ts';
import { searchTextOf } from './search-text.ts';
import { checkShipDate } from './ship-date.ts';
import { shipmentRequestOf } from './shipment-request.ts';
import type { ShipmentDeps } from './shipments.deps.ts';
import { type StoredShipment, selectShipment, selectShipmentOfQuote } from './shipments.store.ts';

interface LabelRequest {
  quoteId: string;
  intentId?: string | undefined;
  /** The payment, if the caller knows that it is paid and was made for this quote. */
  paymentId?: string | undefined;
  /** Only the client sees them. */
  notes?: string | undefined;
  /** Printed on the label, such as an order number. */
  reference?: string | undefined;
  /** Taken when the purchase starts, so that refused requests leave no keys behind. */
  key?: RequestKey | null;
  /** Ends the wait for a label that someone else is buying. */
  signal?: AbortSignal | undefined;
  /** False for background work, which looks again later instead of waiting. */
  wait?: boolean;
}

/** Buys a label for a client. The body must match the quoted shipment. A retry returns the first result. */
export async function buyLabel(
  deps: ShipmentDeps & { labelLinks: LabelLinks },
  actor: { userId: string },
  body: LabelBody,
  { idempotencyKey, signal }: { idempotencyKey?: string | undefined; signal?: AbortSignal } = {},
): Promise<LabelAnswer> {
  const key = requestKey(actor.userId, API.label, idempotencyKey, body);
  const quote = await findQuoteOnce(deps.db, actor.userId, body.rateId, key);
  await checkMatchesQuote(deps, quote, body);
  const shipment = await buyQuote(deps, quote, {
    quoteId: quote.id,
    intentId: body.paymentIntentId,
    notes: body.internalNotes,
    key,
    signal,
  });
  return toLabelAnswer(deps, shipment);
}

async function checkMatchesQuote(
  { taxIdSecrets }: ShipmentDeps,
  { request_hash, user_id, declaration }: FoundQuote,
  body: LabelBody,
): Promise<void> {
  const request = shipmentRequestOf(body);
  if (!request_hash.equals(hashOf(request))) throw new AppError('RATE_DIFFERS');
  if (!(await hasSameTaxIds(taxIdSecrets, user_id, declaration, request.customs)))
    throw new AppError('RATE_DIFFERS');
}

/** Buys a quote as stored. Ignores any other description of the shipment. */
export async function buyQuote(
  deps: ShipmentDeps,
  quote: FoundQuote,
  request: LabelRequest,
): Promise<BoughtShipment> {
  const { db, clock } = deps;
  if (quote.consumed_by === null) {
    checkShipDate(deps, quote.ship_date);
    const claim = await startPurchase(deps, quote, request);
    const bought = claim && (await runPurchase(deps, claim));
    if (bought) return bought;
  } else await rememberRequest(db, clock, request.key ?? null, quote.id);
  const shipment = await selectShipmentOfQuote(db, quote.user_id, quote.id);
  if (!shipment) throw new AppError('RATE_USED');
  return request.wait === false ? shipment : waitForEnd(deps, shipment, request.signal);
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
    const { notes = '', reference = '', key = null } = request;
    const claim = await commitPurchase(deps, quote, paymentId, { notes, reference, key });
    failpoint('purchase-committed');
    return claim;
  } catch (error) {
    const lostRace =
      error instanceof ConcurrentPurchaseError ||
      isUniqueViolation(error, 'shipments_quote') ||
      (error instanceof AppError && error.code === 'PAYMENT_REQUIRED');
    if (!lostRace) throw error;
    // The key may belong to another request.
    await findFirstResult(deps.db, request.key ?? null);
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

/**
 * Spends the payment, consumes the quote, inserts the shipment and claims it, all in one statement. Null when the
 * account is not active.
 */
export async function commitPurchase(
  deps: ShipmentDeps,
  quote: FoundQuote,
  paymentId: string,
  {
    notes = '',
    reference = '',
    key = null,
    attemptId = newId(),
  }: { notes?: string; reference?: string; key?: RequestKey | null; attemptId?: string },
): Promise<PurchaseClaim | null> {
  const { carrier_rate: rate } = quote;
  const shipment = {
    id: newId(),
    user_id: quote.user_id,
    quote_id: quote.id,
    payment_id: paymentId,
    provider: quote.provider,
    carrier: rate.carrier,
    service: rate.service,
    service_name: rate.serviceName,
    cost_cents: quote.cost_cents,
    commission_cents: quote.commission_cents,
    total_cents: quote.total_cents,
    sender: quote.sender,
    receiver: quote.recipient,
    parcel: quote.parcel,
    declaration: quote.declaration,
    ship_date: quote.ship_date,
    delivery_date: rate.deliveryDate,
    notes,
    reference,
    search_text: searchTextOf(quote.recipient, null),
    created_at: deps.clock.now(),
    attempt_id: attemptId,
  };
  const started = await (deps.purchases ?? directWriter(deps)).start({ shipment, key });
  if (started === 'taken') throw new ConcurrentPurchaseError();
  return started === 'claimed' ? { shipment: claimedShipment(shipment), attemptId, rate } : null;
}

/** A concurrent request took the quote, the payment or the key. */
class ConcurrentPurchaseError extends Error {}

/** For a purchase in another process. The end of one in this process is announced. */
const LOOK_AGAIN_MS = 500;

/**
 * Waits up to `requestWaitMs`, because another request or the sweep may be buying the label. Returns
 * immediately when the server shuts down.
 */
const waitForEnd = (
  deps: ShipmentDeps,
  first: StoredShipment,
  signal?: AbortSignal,
): Promise<StoredShipment> =>
  poll(
    async () => (await selectShipment(deps.db, first.id)) ?? first,
    (shipment) => !isEndNear(shipment),
    {
      everyMs: LOOK_AGAIN_MS,
      withinMs: deps.timings.requestWaitMs,
      signal,
      subscribe: (listener) => purchaseEnds.listen(first.id, listener),
    },
  );

/** A request does not wait for an unconfirmed purchase, which may take minutes. */
const isEndNear = ({ state }: StoredShipment) => state === 'paid' || state === 'purchasing';
