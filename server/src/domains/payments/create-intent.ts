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

interface Payer extends Origin {
  userId: string;
}

/** Creates a payment and its intent. If the client names rates, their total must equal the amount. */
export async function createIntent(
  deps: PaymentDeps,
  payer: Payer,
  input: CreateIntentBody,
  idempotencyKey?: string,
): Promise<CreateIntentAnswer> {
  const key = requestKey(payer.userId, API.createPaymentIntent, idempotencyKey, input);
  const earlierId = await findFirstResult(deps.db, key);
  const payment = earlierId
    ? await selectPayment(deps.db, earlierId)
    : await startPayment(deps, payer, input, key);
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
  payer: Payer,
  { amount, description, rateIds, batchId }: CreateIntentBody,
  key: RequestKey | null,
): Promise<StoredPayment | undefined> {
  const { db, clock, paymentProvider } = deps;
  const { userId } = payer;
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
    (await insertOnce(deps, payer, order, quoteIds, key)) ??
    (await insertOnce(deps, payer, order, quoteIds, key));
  if (paymentId === null) throw new AppError('OVERLOADED');
  failpoint('cp2');
  return selectPayment(db, paymentId);
}

/** Inserts the payment, or returns the existing one for these quotes or this key. Null when a concurrent request interfered: try again. */
async function insertOnce(
  { db, clock }: PaymentDeps,
  payer: Payer,
  order: Parameters<typeof insertPayment>[1],
  quoteIds: readonly string[],
  key: RequestKey | null,
): Promise<string | null> {
  const { id, quotes_key: quotesKey } = order;
  const earlier = quotesKey && (await selectPaymentOfQuotes(db, payer.userId, quotesKey));
  return transaction(db, async (trx) => {
    const owner = await rememberRequest(trx, clock, key, earlier ? earlier.id : id);
    // The payment was started before the client said which batch it is for.
    if (earlier && order.batch_id) await assignToBatch(trx, earlier.id, order.batch_id);
    if (owner !== id) return owner;
    if (!(await insertPayment(trx, order, quoteIds))) throw new ConcurrentRequestError();
    await recordEvent(trx, clock, payer, {
      type: 'PAYMENT_STARTED',
      status: 'pending',
      userId: payer.userId,
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

/** Rolls back: a concurrent request has just inserted the same payment. */
class ConcurrentRequestError extends Error {}

/** The payment's only intent. Until we know its ID we create it, as often as needed, under the payment's ID as key; then we read it. */
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

/** Creating a known intent again would be wrong: providers forget keys after a day and would make a second intent. */
async function intentOf(provider: PaymentProvider, payment: StoredPayment): Promise<Intent | IntentRefusal> {
  const { id: key, intent_id: intentId, amount_cents: amountCents, description } = payment;
  if (intentId === null) return provider.createIntent({ key, amountCents, currency: 'USD', description });
  const intent = await provider.readIntent(intentId);
  if (!intent) throw new Error(`intent ${intentId} does not exist`);
  return intent;
}
