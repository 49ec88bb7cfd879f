import { AppError } from '../../platform/app-error.ts';
import { hours, minutes } from '../../platform/clock.ts';
import type { StatementPart } from '../../platform/db/statement-parts.ts';
import { selectCandidates, selectNamedPayment } from './candidates.store.ts';
import { providerOf } from './pay-from-balance.ts';
import type { PaymentDeps } from './payments.deps.ts';
import {
  areBoundTo,
  canSpend,
  isBoundTo,
  type Spending,
  type StoredPayment,
  selectPaymentByIntent,
  spentParts,
  unspent,
} from './payments.store.ts';
import { settlePayment } from './settle-payment.ts';

/** How long we accept a quote that expired between payment and purchase. */
const GRACE_AFTER_EXPIRY_MS = minutes(30);
/** Longer for a batch, whose last rows wait for the label provider. */
const GRACE_OF_BATCH_MS = hours(24);

interface Purchase {
  userId: string;
  quoteId: string;
  cents: number;
  quoteExpiresAt: Date;
  /** The payment that the client named, by its ID at the payment provider. */
  intentId?: string | undefined;
}

/**
 * A paid payment of this client with enough left: the named one, one made for the quote, or the one that fits
 * best.
 */
export async function findPaymentFor(deps: PaymentDeps, purchase: Purchase): Promise<StoredPayment> {
  const payment = await findPaidFor(deps, purchase);
  if (!payment) throw new AppError('PAYMENT_REQUIRED');
  await checkExpiry(deps, purchase, payment);
  return payment;
}

/** Like `findPaymentFor`, but also for an expired quote. */
export async function findPaidFor(
  deps: PaymentDeps,
  purchase: Omit<Purchase, 'quoteExpiresAt'>,
): Promise<StoredPayment | undefined> {
  const { cents } = purchase;
  return firstPaid(deps, await candidatesFor(deps, purchase), cents, async () => true);
}

/**
 * The first candidate that is paid and usable. If the payment provider does not answer for one, the others are still
 * tried. If none is usable, throws that error.
 */
async function firstPaid(
  deps: PaymentDeps,
  candidates: AsyncIterable<StoredPayment> | readonly StoredPayment[],
  cents: number,
  isUsable: (payment: StoredPayment) => Promise<boolean>,
): Promise<StoredPayment | undefined> {
  let unanswered: unknown;
  for await (const candidate of candidates) {
    try {
      const payment = await settlePayment(deps, candidate);
      const covers = payment.status === 'succeeded' && unspent(payment) >= cents;
      if (covers && (await isUsable(payment))) return payment;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'PAYMENT_UNREACHABLE') throw error;
      unanswered ??= error;
    }
  }
  if (unanswered !== undefined) throw unanswered;
  return undefined;
}

/** One payment that covers several quotes: the named one, one made for them, or the one that fits best. */
export async function findPaymentForAll(
  deps: PaymentDeps,
  purchase: { userId: string; quoteIds: readonly string[]; cents: number; intentId?: string | undefined },
): Promise<StoredPayment> {
  const { userId, quoteIds, cents, intentId } = purchase;
  const [first] = quoteIds;
  if (!first) throw new AppError('PAYMENT_REQUIRED');
  const candidates = intentId
    ? [await findOwnPayment(deps, userId, intentId)]
    : selectCandidates(deps.db, { userId, quoteId: first, cents });
  const payment = await firstPaid(
    deps,
    candidates,
    cents,
    async ({ id, quotes_key }) =>
      (quotes_key === null || (await areBoundTo(deps.db, id, quoteIds))) && canSpend(deps.db, id, cents),
  );
  if (!payment) throw new AppError('PAYMENT_REQUIRED');
  return payment;
}

/** A payment of this client by its ID at the payment provider, with its current status there. */
export async function findOwnPayment(
  deps: PaymentDeps,
  userId: string,
  intentId: string,
): Promise<StoredPayment> {
  const payment = await selectPaymentByIntent(deps.db, providerOf(intentId, deps), intentId);
  if (!payment || payment.user_id !== userId) throw new AppError('PAYMENT_NOT_FOUND');
  return settlePayment(deps, payment);
}

async function candidatesFor(
  deps: PaymentDeps,
  purchase: Omit<Purchase, 'quoteExpiresAt'>,
): Promise<AsyncIterable<StoredPayment> | StoredPayment[]> {
  const { db } = deps;
  const { userId, quoteId, intentId } = purchase;
  if (!intentId) return selectCandidates(db, purchase);
  const named = await selectNamedPayment(db, providerOf(intentId, deps), intentId, quoteId);
  if (!named || named.user_id !== userId) throw new AppError('PAYMENT_NOT_FOUND');
  if (named.quotes_key !== null && !named.is_bound) throw new AppError('PAYMENT_REQUIRED');
  return [named];
}

async function checkExpiry(
  { db, clock }: PaymentDeps,
  { quoteId, quoteExpiresAt }: Purchase,
  payment: StoredPayment,
): Promise<void> {
  if (clock.now() < quoteExpiresAt) return;
  checkGracePeriod(clock.now(), quoteExpiresAt, {
    ...payment,
    bound: await isBoundTo(db, payment.id, quoteId),
  });
}

/** Accepts an expired quote for a grace period, if its payment started before the quote expired. */
export function checkGracePeriod(
  now: Date,
  quoteExpiresAt: Date,
  payment: { created_at: Date; batch_id: string | null; bound: boolean },
): void {
  const late = now.getTime() - quoteExpiresAt.getTime();
  if (late < 0) return;
  const grace = payment.batch_id === null ? GRACE_AFTER_EXPIRY_MS : GRACE_OF_BATCH_MS;
  if (!payment.bound || payment.created_at >= quoteExpiresAt || late > grace)
    throw new AppError('RATE_EXPIRED');
}

/** Takes the prices from the payments, as steps of the statement that inserts the shipments. */
export const spend = (spendings: readonly Spending[]): StatementPart[] => spentParts(spendings);
