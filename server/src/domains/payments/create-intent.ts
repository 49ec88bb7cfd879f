import { createHash } from 'node:crypto';
import { formatMoney } from '@lading/contract/money.ts';
import type { CreateIntentAnswer, CreateIntentBody } from '@lading/contract/payments.ts';
import { API } from '@lading/contract/routes.ts';
import { AppError } from '../../platform/app-error.ts';
import { hours, later } from '../../platform/clock.ts';
import { isForeignKeyViolation, transaction } from '../../platform/db/database.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { newId } from '../../platform/ids.ts';
import type { Intent, IntentRefusal, PaymentProvider } from '../../providers/payments/port.ts';
import type { Origin } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { priceOfQuotes } from '../pricing/use-quotes.ts';
import { askCards } from './ask-cards.ts';
import { findRepeat, type RequestKey, rememberRequest, requestKey } from './idempotency.ts';
import type { PaymentDeps } from './payments.deps.ts';
import {
  countPaymentsSince,
  giveToBatch,
  insertPayment,
  moveOpenPayment,
  type StoredPayment,
  selectPayment,
  selectPaymentOfQuotes,
  setIntent,
} from './payments.store.ts';

/** More than any shop needs, and too few to try out stolen cards. */
const PAYMENTS_PER_HOUR = 300;

export interface Payer extends Origin {
  userId: string;
}

/** An intent for what the customer saw. With the rates named, the price is ours and a different amount is refused. */
export async function createIntent(
  deps: PaymentDeps,
  payer: Payer,
  input: CreateIntentBody,
  idempotencyKey?: string,
): Promise<CreateIntentAnswer> {
  const key = requestKey(payer.userId, API.createPaymentIntent, idempotencyKey, input);
  const repeated = await findRepeat(deps.db, key);
  const payment = repeated
    ? await selectPayment(deps.db, repeated)
    : await startPayment(deps, payer, input, key);
  if (!payment) throw new AppError('PAYMENT_NOT_FOUND');
  const intent = await orderIntent(deps, payment);
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

/** The payment of these quotes or of this key: a new one, or the one that was there before. Null when a twin came in between: look again. */
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
    // Begun without a batch, and now known to be for one.
    if (earlier && order.batch_id) await giveToBatch(trx, earlier.id, order.batch_id);
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

/** Undoes the transaction of a request whose twin has just made the same payment. */
class ConcurrentRequestError extends Error {}

/** The payment's one intent. It is ordered under the payment's own id, as often as needed, until we know it, and from then on read. */
export async function orderIntent(deps: PaymentDeps, payment: StoredPayment): Promise<Intent> {
  const { db, log } = deps;
  const answer = await askCards(deps, (cards) => intentOf(cards, payment)).catch((cause: unknown) => {
    log.warn({ err: cause, paymentId: payment.id }, 'the card provider did not answer');
    throw new AppError('PAYMENT_UNREACHABLE', { cause });
  });
  if (answer.status === 'refused') {
    await moveOpenPayment(db, payment.id, { status: 'canceled' });
    throw new AppError('BAD_REQUEST', { message: answer.text });
  }
  failpoint('cp3');
  if (payment.intent_id === null) await setIntent(db, payment.id, answer.intentId);
  failpoint('cp4');
  return answer;
}

/** A card provider may forget a key after a day; asked for a known intent by its key it would then make a second one. */
async function intentOf(cards: PaymentProvider, payment: StoredPayment): Promise<Intent | IntentRefusal> {
  const { id: key, intent_id: intentId, amount_cents: amountCents, description } = payment;
  if (intentId === null) return cards.createIntent({ key, amountCents, currency: 'USD', description });
  const intent = await cards.readIntent(intentId);
  if (!intent) throw new Error(`there is no intent ${intentId}`);
  return intent;
}
