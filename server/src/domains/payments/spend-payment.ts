import { AppError } from '../../platform/app-error.ts';
import { hours, minutes } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { PaymentDeps } from './payments.deps.ts';
import {
  allocate,
  areBoundTo,
  isBoundTo,
  type StoredPayment,
  selectCandidates,
  selectPaymentByIntent,
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
 * A paid payment of this client with enough left: the named one, one made for the quote, or the oldest that
 * fits.
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
  for (const candidate of await candidatesFor(deps, purchase)) {
    const payment = await settlePayment(deps, candidate);
    if (payment.status === 'succeeded' && unspent(payment) >= purchase.cents) return payment;
  }
  return undefined;
}

/** One payment that covers several quotes: the named one, one made for them, or the oldest that fits. */
export async function findPaymentForAll(
  deps: PaymentDeps,
  purchase: { userId: string; quoteIds: readonly string[]; cents: number; intentId?: string | undefined },
): Promise<StoredPayment> {
  const { userId, quoteIds, cents, intentId } = purchase;
  const [first] = quoteIds;
  if (!first) throw new AppError('PAYMENT_REQUIRED');
  const candidates = intentId
    ? [await findOwnPayment(deps, userId, intentId)]
    : await selectCandidates(deps.db, userId, first, cents);
  for (const candidate of candidates) {
    const payment = await settlePayment(deps, candidate);
    const covers = payment.status === 'succeeded' && unspent(payment) >= cents;
    if (covers && (payment.quotes_key === null || (await areBoundTo(deps.db, payment.id, quoteIds))))
      return payment;
  }
  throw new AppError('PAYMENT_REQUIRED');
}

/** A payment of this client by its ID at the payment provider, with its current status there. */
export async function findOwnPayment(
  deps: PaymentDeps,
  userId: string,
  intentId: string,
): Promise<StoredPayment> {
  const payment = await selectPaymentByIntent(deps.db, deps.paymentProvider.name, intentId);
  if (!payment || payment.user_id !== userId) throw new AppError('PAYMENT_NOT_FOUND');
  return settlePayment(deps, payment);
}

async function candidatesFor(
  deps: PaymentDeps,
  purchase: Omit<Purchase, 'quoteExpiresAt'>,
): Promise<StoredPayment[]> {
  const { db, paymentProvider } = deps;
  const { userId, quoteId, intentId } = purchase;
  if (!intentId) return selectCandidates(db, userId, quoteId, purchase.cents);
  const named = await selectPaymentByIntent(db, paymentProvider.name, intentId);
  if (!named || named.user_id !== userId) throw new AppError('PAYMENT_NOT_FOUND');
  if (named.quotes_key !== null && !(await isBoundTo(db, named.id, quoteId)))
    throw new AppError('PAYMENT_REQUIRED');
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

/** Takes the price from the payment; false when a concurrent purchase has spent it. */
export const spend = (trx: Trx, paymentId: string, shipmentId: string, cents: number): Promise<boolean> =>
  allocate(trx, paymentId, shipmentId, cents);
