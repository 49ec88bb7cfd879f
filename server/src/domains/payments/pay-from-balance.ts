import { formatMoney } from '@lading/contract/money.ts';
import { PAYMENT_CENTS } from '@lading/contract/payments.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Trx, transaction } from '../../platform/db/database.ts';
import { failpoint } from '../../platform/failpoints.ts';
import type { Intent } from '../../providers/payments/port.ts';
import { SYSTEM_ORIGIN } from '../audit/audit.events.ts';
import { eventsPart } from '../audit/record-event.ts';
import { availableCents, lockStanding } from '../balances/balance-standing.ts';
import { spendBalance } from '../balances/book-balance.ts';
import { bookings } from '../ledger/ledger.ts';
import { queueReceipt } from '../notices/notices.ts';
import { type NewPayment, newPayment } from './payment-start.store.ts';
import type { PaymentDeps } from './payments.deps.ts';
import { markPaid, type StoredPayment, setIntent } from './payments.store.ts';

/** The provider of a payment that needs no card. */
const BALANCE = 'balance';

/** The provider of the payment that a client names. */
export const providerOf = (intentId: string, { paymentProvider }: PaymentDeps): string =>
  intentId.startsWith(intentIdOf('')) ? BALANCE : paymentProvider.name;

export const isPaidByBalance = ({ provider }: StoredPayment): boolean => provider === BALANCE;

const intentIdOf = (paymentId: string) => `balance_${paymentId}`;

/** In the words of a payment provider: paid, with nothing left for the browser to confirm. */
export const paidByBalance = ({ id, currency }: StoredPayment): Intent => ({
  intentId: intentIdOf(id),
  key: id,
  clientSecret: '',
  amountCents: 0,
  currency,
  status: 'succeeded',
  lastError: null,
});

interface Start {
  /** False when a concurrent request has started the same payment. */
  insert: (trx: Trx, order: NewPayment) => Promise<boolean>;
  /** Whether another request has. */
  isStarted: (trx: Trx) => Promise<boolean>;
}

/**
 * Takes as much of the price as possible from the balance. If that is all of it, the payment is paid. Otherwise
 * the balance holds its part until the card has paid the rest, and `cancelPayment` releases it.
 * Null when a concurrent request has started the same payment.
 */
export async function payFromBalance(
  deps: PaymentDeps,
  order: NewPayment,
  { insert, isStarted }: Start,
): Promise<StoredPayment | null> {
  const payment = await startTogether(deps, async (trx) => {
    const standing = await lockStanding(trx, order.user_id, deps.clock.now());
    const part = balancePart(order.amount_cents, availableCents(standing));
    if (part <= 0) {
      // While this request waited for the lock, the balance may have paid for the same order.
      if (await isStarted(trx)) throw new AlreadyStartedError();
      throw new AppError('BALANCE_TOO_LOW', {
        message: `Your balance is ${formatMoney(standing.cents)}. Please add funds or pay by card.`,
      });
    }
    const isPaid = part === order.amount_cents;
    const split = { ...order, balance_cents: part, ...(isPaid ? { provider: BALANCE } : {}) };
    if (!(await insert(trx, split))) throw new AlreadyStartedError();
    await takePart(trx, deps, split, isPaid);
    return isPaid ? markPaidByBalance(trx, deps, split) : newPayment(split);
  });
  failpoint('balance-spent');
  if (payment) deps.balanceSpent(order.user_id);
  return payment;
}

/** Rolls back the transaction of an insert that lost to a concurrent one. */
class AlreadyStartedError extends Error {}

const startTogether = (
  { db }: PaymentDeps,
  work: (trx: Trx) => Promise<StoredPayment>,
): Promise<StoredPayment | null> =>
  transaction(db, work).catch((error: unknown) => {
    if (error instanceof AlreadyStartedError) return null;
    throw error;
  });

/** A card can't be charged less than the minimum, so the balance then pays less than it could. */
export function balancePart(cents: number, available: number): number {
  const part = Math.min(cents, available);
  const rest = cents - part;
  return rest > 0 && rest < PAYMENT_CENTS.min ? cents - PAYMENT_CENTS.min : part;
}

async function takePart(
  trx: Trx,
  { clock }: PaymentDeps,
  { id, user_id: userId, balance_cents: cents }: NewPayment,
  isPaid: boolean,
): Promise<void> {
  const left = await spendBalance(trx, clock, {
    userId,
    reasonKey: isPaid ? `payment:${id}` : `balance-held:${id}`,
    kind: 'labels',
    entries: isPaid ? bookings.balancePayment(cents) : bookings.balanceHeld(cents),
    paymentId: id,
  });
  // The balance is locked, so nothing can have spent it since it was read.
  if (left === null) throw new Error(`the balance of ${userId} changed under its lock`);
}

async function markPaidByBalance(trx: Trx, deps: PaymentDeps, order: NewPayment): Promise<StoredPayment> {
  const { clock } = deps;
  const { id, user_id: userId, amount_cents: cents } = order;
  const succeededAt = clock.now();
  await setIntent(trx, id, intentIdOf(id));
  await markPaid(trx, id, { succeededAt, corrected: null }, (when) => [
    eventsPart(
      clock,
      SYSTEM_ORIGIN,
      [
        {
          type: 'PAYMENT_SUCCEEDED',
          status: 'success',
          userId,
          userRole: 'client',
          details: { paymentId: id, cents },
        },
      ],
      when,
    ),
    ...queueReceipt(deps, id, when),
  ]);
  return { ...newPayment(order), intent_id: intentIdOf(id), status: 'succeeded', succeeded_at: succeededAt };
}
