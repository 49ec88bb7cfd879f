import type { RawBuilder } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';
import {
  debtDueAt,
  lockBalance,
  lockIsErased,
  lockOwner,
  overdueOf,
  type StoredBalance,
  selectAnyOwner,
  selectBalance,
  selectOverdueCents,
  selectOwner,
  selectRefundDestination,
  spendableOf,
} from './balances.store.ts';

/** What a client has and owes. */
export interface Standing {
  cents: number;
  creditLimitCents: number;
  dueDays: number;
  /** Null follows the operator's setting. */
  refundTo: 'card' | 'balance' | null;
}

const NOTHING: Standing = { cents: 0, creditLimitCents: 0, dueDays: 30, refundTo: null };

export async function readStanding(db: Handle, userId: string): Promise<Standing> {
  const balance = await selectBalance(db, userId);
  return balance ? standingOf(balance) : NOTHING;
}

/** Like `readStanding`. Until the transaction ends, nothing else can change the balance. */
export const lockStanding = async (trx: Trx, userId: string, now: Date): Promise<Standing> =>
  standingOf(await lockBalance(trx, userId, now));

/**
 * A debt is due when the client's payment term has passed since its invoice or, without an invoice, since the label.
 */
export const overdueCents = (db: Handle, userId: string, now: Date): Promise<number> =>
  selectOverdueCents(db, userId, now);

/** The same as a LATERAL subquery on a row `b` of balances, with the column `cents`. */
export const overdueAt = (now: Date): RawBuilder<{ cents: number }> => overdueOf(now);

/** When a debt is due, in a query with a row `b` of balances. */
export const dueAt = (createdAt: RawBuilder<unknown>): RawBuilder<Date> => debtDueAt(createdAt);

/** Whether the account is a client that was not erased. */
export const isClient = async (db: Handle, userId: string): Promise<boolean> =>
  (await selectOwner(db, userId)) !== undefined;

/** Whether the account is a client, or was one before the erasure. */
export const isOrWasClient = async (db: Handle, userId: string): Promise<boolean> =>
  (await selectAnyOwner(db, userId)) !== undefined;

/** Whether the client is erased, so that the balance cannot be spent. Until the transaction ends, the client cannot be erased. */
export const lockWhetherErased = (trx: Trx, userId: string): Promise<boolean> => lockIsErased(trx, userId);

/** Like `isClient`. Until the transaction ends, the client cannot be erased. */
export const lockIfClient = async (trx: Trx, userId: string): Promise<boolean> =>
  (await lockOwner(trx, userId)) !== undefined;

/** Where refunds of the client's card payments go. */
export const refundDestination = (db: Handle, userId: string): Promise<'card' | 'balance'> =>
  selectRefundDestination(db, userId);

/** Balance and credit, as a value of another SELECT; null for a client without a balance. */
export const spendableCents = (userId: string): RawBuilder<number | null> => spendableOf(userId);

/** What the client can spend: the balance and the credit. */
export const availableCents = ({ cents, creditLimitCents }: Standing): number =>
  Math.max(0, cents + creditLimitCents);

const standingOf = (balance: StoredBalance): Standing => ({
  cents: balance.cents,
  creditLimitCents: balance.credit_limit_cents,
  dueDays: balance.due_days,
  refundTo: balance.refund_to,
});
