import { createHash } from 'node:crypto';
import { formatMoney } from '@lading/contract/money.ts';
import type { CreateIntentAnswer, CreateIntentBody } from '@lading/contract/payments.ts';
import { API } from '@lading/contract/routes.ts';
import { AppError } from '../../platform/app-error.ts';
import { hours, later } from '../../platform/clock.ts';
import { isForeignKeyViolation, transaction } from '../../platform/db/database.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { findFirstResult, rememberRequest } from '../../platform/idempotency/idempotency.ts';
import { type RequestKey, requestKey } from '../../platform/idempotency/request-key.ts';
import { newId } from '../../platform/ids.ts';
import type { Intent, IntentRefusal, PaymentProvider } from '../../providers/payments/port.ts';
import type { Origin } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { priceOfQuotes } from '../pricing/quotes.ts';
import { callPaymentProvider } from './call-payment-provider.ts';
import type { PaymentDeps } from './payments.deps.ts';
import {
  assignToBatch,
  countPaymentsSince,
  insertPayment,
  moveOpenPayment,
  type StoredPayment,
  selectPayment,
  selectPaymentOfQuotes,
  setIntent,
} from './payments.store.ts';

/** More than any client needs, and too few to test stolen cards. */
const PAYMENTS_PER_HOUR = 300;

interface Client extends Origin {
  userId: string;
}

/** Creates a payment and its intent. If the client names rates, their total must equal the amount. */
export async function createIntent(
  deps: PaymentDeps,
  client: Client,
  input: CreateIntentBody,
  idempotencyKey?: string,
): Promise<CreateIntentAnswer> {
  const key = requestKey(client.userId, API.createPaymentIntent, idempotencyKey, input);
  const earlierId = await findFirstResult(deps.db, key);
  const payment = earlierId
    ? await selectPayment(deps.db, earlierId)
    : await startPayment(deps, client, input, key);
  if (!payment) throw new AppError('PAYMENT_NOT_FOUND');
  const intent = await ensureIntent(deps, payment);
  return {
    clientSecret: intent.clientSecret,
    amount: intent.amountCents,
    paymentIntentId: intent.intentId,
    status: intent.status,
  };
}

async function startPayment(
  deps: PaymentDeps,
  client: Client,
  { amount, description, rateIds, batchId }: CreateIntentBody,
  key: RequestKey | null,
): Promise<StoredPayment | undefined> {
  const { db, clock, paymentProvider } = deps;
  const { userId } = client;
  const now = clock.now();
  if ((await countPaymentsSince(db, userId, later(now, -hours(1)))) >= PAYMENTS_PER_HOUR)
    throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 600 });

  const quoteIds = [...new Set(rateIds)].sort();
  if (quoteIds.length > 0) {
    const price = await priceOfQuotes(db, now, userId, quoteIds);
    if (price !== amount)
      throw new AppError('AMOUNT_DIFFERS', {
        message: `The price is ${formatMoney(price)}, not ${formatMoney(amount)}.`,
      });
  }
  const quotesKey = quoteIds.length > 0 ? createHash('sha256').update(quoteIds.join()).digest() : null;
  const order = {
    id: newId(),
    user_id: userId,
    provider: paymentProvider.name,
    intent_id: null,
    amount_cents: amount,
    description,
    quotes_key: quotesKey,
    batch_id: batchId ?? null,
    created_at: now,
    succeeded_at: null,
  };
  const paymentId =
    (await insertOnce(deps, client, order, quoteIds, key)) ??
    (await insertOnce(deps, client, order, quoteIds, key));
  if (paymentId === null) throw new AppError('OVERLOADED');
  failpoint('cp2');
  return selectPayment(db, paymentId);
}

/**
 * Inserts the payment, or returns the existing one for these quotes or this key. Null if a concurrent request
 * inserted it first; the caller tries again.
 */
async function insertOnce(
  { db, clock }: PaymentDeps,
  client: Client,
  order: Parameters<typeof insertPayment>[1],
  quoteIds: readonly string[],
  key: RequestKey | null,
): Promise<string | null> {
  const { id, quotes_key: quotesKey } = order;
  const earlier = quotesKey && (await selectPaymentOfQuotes(db, client.userId, quotesKey));
  return transaction(db, async (trx) => {
    const owner = await rememberRequest(trx, clock, key, earlier ? earlier.id : id);
    // The client may start the payment before it names the batch.
    if (earlier && order.batch_id) await assignToBatch(trx, earlier.id, order.batch_id);
    if (owner !== id) return owner;
    if (!(await insertPayment(trx, order, quoteIds))) throw new ConcurrentRequestError();
    await recordEvent(trx, clock, client, {
      type: 'PAYMENT_STARTED',
      status: 'pending',
      userId: client.userId,
      userRole: 'client',
      details: { paymentId: id, cents: order.amount_cents },
    });
    return id;
  }).catch((error: unknown) => {
    if (error instanceof ConcurrentRequestError) return null;
    if (isForeignKeyViolation(error, 'payments_batch')) throw new AppError('BATCH_NOT_FOUND');
    throw error;
  });
}

/** Thrown to roll back when a concurrent request has inserted the same payment. */
class ConcurrentRequestError extends Error {}

/**
 * Returns the payment's intent, and creates it if we do not know its ID yet. Retries are safe, because the
 * payment's ID is the key of the order.
 */
export async function ensureIntent(deps: PaymentDeps, payment: StoredPayment): Promise<Intent> {
  const { db, log } = deps;
  const answer = await callPaymentProvider(deps, (provider) => intentOf(provider, payment)).catch(
    (cause: unknown) => {
      log.warn(
        { event: 'payment.provider_unreachable', err: cause, paymentId: payment.id },
        'The payment provider did not answer',
      );
      throw new AppError('PAYMENT_UNREACHABLE', { cause });
    },
  );
  if (answer.status === 'refused') {
    await moveOpenPayment(db, payment.id, { status: 'canceled' });
    throw new AppError('BAD_REQUEST', { message: answer.text });
  }
  failpoint('cp3');
  if (payment.intent_id === null) await setIntent(db, payment.id, answer.intentId);
  failpoint('cp4');
  return answer;
}

/**
 * Reads a known intent instead of ordering it again: providers forget keys after a day and create a second
 * one.
 */
async function intentOf(provider: PaymentProvider, payment: StoredPayment): Promise<Intent | IntentRefusal> {
  const { id: key, intent_id: intentId, amount_cents: amountCents, description } = payment;
  if (intentId === null) return provider.createIntent({ key, amountCents, currency: 'USD', description });
  const intent = await provider.readIntent(intentId);
  if (!intent) throw new Error(`intent ${intentId} does not exist`);
  return intent;
}
