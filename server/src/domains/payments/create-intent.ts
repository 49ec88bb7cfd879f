import { createHash } from 'node:crypto';
import { dateIn } from '@lading/contract/calendar-date.ts';
import type { ErrorCode } from '@lading/contract/errors.ts';
import { formatMoney } from '@lading/contract/money.ts';
import type { CreateIntentAnswer, CreateIntentBody } from '@lading/contract/payments.ts';
import { API } from '@lading/contract/routes.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import {
  type Database,
  type Handle,
  isForeignKeyViolation,
  type Trx,
  transaction,
} from '../../platform/db/database.ts';
import { failpoint } from '../../platform/failpoints.ts';
import {
  findFirstResult,
  firstRequest,
  rememberPart,
  rememberRequest,
  requireSameBody,
} from '../../platform/idempotency/idempotency.ts';
import { type RequestKey, requestKey } from '../../platform/idempotency/request-key.ts';
import { newId } from '../../platform/ids.ts';
import type { Intent, IntentRefusal, PaymentProvider } from '../../providers/payments/port.ts';
import type { Origin } from '../audit/audit.events.ts';
import { eventsPart } from '../audit/record-event.ts';
import { spendableCents } from '../balances/balance-standing.ts';
import { checkedTotal, pricesOf } from '../pricing/quotes.ts';
import { abandonPayment, isElsewhere } from './abandon-payment.ts';
import { areRatesOfBatch, hasBatch } from './batch-rates.store.ts';
import { callPaymentProvider } from './call-payment-provider.ts';
import { cancelPayment } from './cancel-payment.ts';
import { countedSince, refuseCardTesting } from './card-testing.ts';
import { balancePart, isPaidByBalance, paidByBalance, payFromBalance } from './pay-from-balance.ts';
import {
  hasPaymentOfQuotes,
  insertPayment,
  type NewPayment,
  newPayment,
  selectPaymentFacts,
} from './payment-start.store.ts';
import type { PaymentDeps } from './payments.deps.ts';
import {
  assignToBatch,
  cardCentsOf,
  type StoredPayment,
  selectPayment,
  setIntent,
} from './payments.store.ts';
import { requireGoodStanding } from './require-good-standing.ts';
import { settlePayment } from './settle-payment.ts';

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
  // Tries a second time if a concurrent request has started the same payment.
  const payment =
    (await startPayment(deps, client, input, key)) ?? (await startPayment(deps, client, input, key));
  if (!payment) throw new AppError('OVERLOADED');
  if (isPaidByBalance(payment)) return answerOf(payment, paidByBalance(payment));
  return answerOf(payment, await ensureIntent(deps, payment));
}

const answerOf = ({ balance_cents }: StoredPayment, intent: Intent): CreateIntentAnswer => ({
  clientSecret: intent.clientSecret,
  amount: intent.amountCents,
  paymentIntentId: intent.intentId,
  status: intent.status,
  ...(balance_cents > 0 ? { balanceAmount: balance_cents } : {}),
});

/** Returns the payment of this key or these quotes, or a new one. Null when a concurrent request was faster. */
async function startPayment(
  deps: PaymentDeps,
  client: Client,
  input: CreateIntentBody,
  key: RequestKey | null,
): Promise<StoredPayment | null> {
  const { amount, description, rateIds, batchId, useBalance } = input;
  const { db, clock, paymentProvider, timeZone } = deps;
  const { userId } = client;
  const now = clock.now();
  const quoteIds = [...new Set(rateIds)].sort();
  const isBound = quoteIds.length > 0;
  const quotesKey = isBound ? createHash('sha256').update(quoteIds.join()).digest() : null;
  const facts = await selectPaymentFacts(db, {
    userId,
    since: countedSince(now),
    quotesKey,
    // With a choice, the open payment is replaced if it holds more of the balance than it should.
    continuedKey: useBalance === undefined ? quotesKey : null,
    prices: isBound ? pricesOf({ now, today: dateIn(timeZone, now) }, userId, quoteIds) : null,
    spendable: spendableCents(userId),
    firstRequest: firstRequest(key),
  });
  if (key && facts.first_body_hash) {
    requireSameBody(key, facts.first_body_hash);
    return findStarted(db, facts.first_object_id);
  }
  await requireAllowed(deps, userId, input, { facts, quoteIds, now }).catch(async (refusal: unknown) => {
    await releaseEarlier(deps, facts.earlier_id, input, refusal);
    throw refusal;
  });
  if (facts.earlier_id !== null) {
    // The key must not be remembered for a payment that is about to be replaced.
    const earlier = await findStarted(db, facts.earlier_id);
    if (!(await replaceEarlier(deps, earlier, { useBalance, spendable: facts.spendable_cents ?? 0 })))
      return joinEarlier(deps, earlier.id, batchId ?? null, key);
  }
  const order: NewPayment = {
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
    purpose: 'labels',
    balance_cents: 0,
  };
  if (useBalance)
    return payFromBalance(deps, order, {
      insert: (trx, split) => insertOrder({ ...deps, db: trx }, client, split, quoteIds, key),
      isStarted: (trx) => isStarted(trx, order, key),
    });
  const isInserted = await insertOrder(deps, client, order, quoteIds, key);
  failpoint('payment-ordered');
  return isInserted ? newPayment(order) : null;
}

interface Asked {
  facts: Parameters<typeof refuseCardTesting>[0] & {
    prices: Parameters<typeof checkedTotal>[0];
    spendable_cents: number | null;
    held_cents: number;
  };
  quoteIds: readonly string[];
  now: Date;
}

async function requireAllowed(
  deps: PaymentDeps,
  userId: string,
  { amount, rateIds, batchId }: CreateIntentBody,
  { facts, quoteIds, now }: Asked,
): Promise<void> {
  if (batchId && !rateIds)
    throw new AppError('BAD_REQUEST', { message: 'To pay for a batch, send rateIds as well as batchId.' });
  refuseCardTesting(facts, now);
  if (batchId) await requireRatesOfBatch(deps.db, userId, batchId, quoteIds);
  if (quoteIds.length > 0) requirePrice(checkedTotal(facts.prices, quoteIds.length), amount);
  await requireGoodStanding(deps, userId, facts);
}

async function findStarted(db: Database, paymentId: string | null): Promise<StoredPayment> {
  const payment = paymentId === null ? undefined : await selectPayment(db, paymentId);
  if (!payment) throw new AppError('PAYMENT_NOT_FOUND');
  return payment;
}

function requirePrice(price: number, amount: number): void {
  if (price !== amount)
    throw new AppError('AMOUNT_DIFFERS', {
      message: `The price is ${formatMoney(price)}, not ${formatMoney(amount)}.`,
    });
}

/** Without this check, money for rates of another batch would be charged and then refunded. */
async function requireRatesOfBatch(
  db: Database,
  userId: string,
  batchId: string,
  quoteIds: readonly string[],
): Promise<void> {
  if (!(await hasBatch(db, userId, batchId))) throw new AppError('BATCH_NOT_FOUND');
  if (!(await areRatesOfBatch(db, batchId, quoteIds)))
    throw new AppError('RATE_DIFFERS', {
      message: 'These rates are not from this upload. Please reload the upload.',
    });
}

interface Wanted {
  useBalance: boolean | undefined;
  /** Balance and credit, without what the balance holds for the earlier payment. */
  spendable: number;
}

/**
 * Cancels an open payment that uses a different payment method or less of the balance, unless its card was charged
 * first. Also cancels one at an earlier payment provider, where the client can't pay anymore. True if it was canceled.
 */
async function replaceEarlier(deps: PaymentDeps, payment: StoredPayment, wanted: Wanted): Promise<boolean> {
  if (payment.status === 'succeeded') return false;
  if (payment.status === 'created' && isElsewhere(deps, payment))
    return (await abandonPayment(deps, payment)).status === 'canceled';
  if (isAsWanted(payment, wanted)) return false;
  const { intentId } = await ensureIntent(deps, payment);
  await callPaymentProvider(deps, (provider) => provider.cancelIntent(intentId)).catch((cause: unknown) => {
    throw new AppError('PAYMENT_UNREACHABLE', { cause });
  });
  return (await settlePayment(deps, { ...payment, intent_id: intentId })).status === 'canceled';
}

/** No payment can be started for these rates anymore. */
const RATES_ENDED: readonly ErrorCode[] = ['RATE_USED', 'RATE_EXPIRED', 'DATE_PASSED'];
const haveRatesEnded = (refusal: unknown) =>
  refusal instanceof AppError && RATES_ENDED.includes(refusal.code);

/**
 * Releases what the open payment for the same rates holds of the balance, although no other payment replaces it: the client
 * has closed it, or its rates have ended. Otherwise the client could not spend it on other rates until the sweep cancels it.
 */
async function releaseEarlier(
  deps: PaymentDeps,
  earlierId: string | null,
  { useBalance }: CreateIntentBody,
  refusal: unknown,
): Promise<void> {
  if (earlierId === null || !(useBalance === false || haveRatesEnded(refusal))) return;
  try {
    const payment = await findStarted(deps.db, earlierId);
    if (payment.balance_cents > 0) await replaceEarlier(deps, payment, { useBalance: false, spendable: 0 });
  } catch (err) {
    deps.log.warn(
      { event: 'payment.not_released', err, paymentId: earlierId },
      'Could not cancel a payment that holds part of the balance; the sweep will retry',
    );
  }
}

function isAsWanted(
  { amount_cents: cents, balance_cents: heldCents }: StoredPayment,
  { useBalance, spendable }: Wanted,
): boolean {
  if (useBalance === undefined) return true;
  if (!useBalance) return heldCents === 0;
  return heldCents > 0 && heldCents === balancePart(cents, spendable + heldCents);
}

/** The payment that exists for the same quotes. The client may start it before it names the batch. */
async function joinEarlier(
  { db, clock }: PaymentDeps,
  earlierId: string,
  batchId: string | null,
  key: RequestKey | null,
): Promise<StoredPayment> {
  const paymentId = await transaction(db, async (trx) => {
    const owner = await rememberRequest(trx, clock, key, earlierId);
    if (batchId) await assignToBatch(trx, earlierId, batchId);
    return owner;
  }).catch(refuseUnknownBatch);
  return findStarted(db, paymentId);
}

/** Whether a payment exists with this key or for the same quotes. */
const isStarted = async (trx: Trx, order: NewPayment, key: RequestKey | null): Promise<boolean> =>
  (await findFirstResult(trx, key)) !== null || (await hasPaymentOfQuotes(trx, order));

/** Inserts the payment with its key and its audit record; false when a concurrent request was faster. */
const insertOrder = (
  { db, clock }: { db: Handle; clock: Clock },
  client: Client,
  order: NewPayment,
  quoteIds: readonly string[],
  key: RequestKey | null,
): Promise<boolean> =>
  insertPayment(db, order, quoteIds, rememberPart(clock, key, order.id), (isInserted) => [
    eventsPart(
      clock,
      client,
      [
        {
          type: 'PAYMENT_STARTED',
          status: 'pending',
          userId: client.userId,
          userRole: 'client',
          details: { paymentId: order.id, cents: order.amount_cents },
        },
      ],
      isInserted,
    ),
  ]).catch(refuseUnknownBatch);

function refuseUnknownBatch(error: unknown): never {
  if (isForeignKeyViolation(error, 'payments_batch')) throw new AppError('BATCH_NOT_FOUND');
  throw error;
}

/**
 * Returns the payment's intent, and creates it if we do not know its ID yet. Retries are safe, because the
 * payment's ID is the key of the order.
 */
export async function ensureIntent(deps: PaymentDeps, payment: StoredPayment): Promise<Intent> {
  const { db, log } = deps;
  if (isElsewhere(deps, payment)) throw new AppError('PAYMENT_UNREACHABLE');
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
    await cancelPayment(deps, payment);
    throw new AppError('BAD_REQUEST', { message: answer.text });
  }
  failpoint('intent-created');
  if (payment.intent_id === null) await setIntent(db, payment.id, answer.intentId);
  failpoint('intent-recorded');
  return answer;
}

/**
 * Reads a known intent instead of ordering it again: providers forget keys after a day and create a second
 * one.
 */
async function intentOf(provider: PaymentProvider, payment: StoredPayment): Promise<Intent | IntentRefusal> {
  const { id: key, intent_id: intentId, description } = payment;
  const amountCents = cardCentsOf(payment);
  const saveFor = payment.saves_card ? payment.customer_id : null;
  if (intentId === null)
    return provider.createIntent({ key, amountCents, currency: 'USD', description, saveFor });
  const intent = await provider.readIntent(intentId);
  if (!intent) throw new Error(`intent ${intentId} does not exist`);
  return intent;
}
