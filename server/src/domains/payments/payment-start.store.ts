import { type RawBuilder, sql } from 'kysely';
import { type Handle, isNullViolation, retryConflicts } from '../../platform/db/database.ts';
import { relaxedCommit } from '../../platform/db/relaxed-commit.ts';
import { type Condition, runTogether, type StatementPart } from '../../platform/db/statement-parts.ts';
import { type RecentDeclines, recentDeclines } from './declines.store.ts';
import type { StoredPayment } from './payments.store.ts';

/** Payments that the client has started since then, and the first of them. */
export interface RecentPayments {
  recent: number;
  first_recent: Date | null;
}

/** What decides whether a client may start a payment. */
interface PaymentFacts<Prices> extends RecentPayments, RecentDeclines {
  /** The payment that exists for the same quotes. */
  earlier_id: string | null;
  prices: Prices | null;
  /** The first request with the same key, and its payment. */
  first_body_hash: Buffer | null;
  first_object_id: string | null;
  /** Balance and credit; null for a client without a balance. */
  spendable_cents: number | null;
  /** What open payments hold of the balance, without the one of `continuedKey`. */
  held_cents: number;
}

interface FactsWanted<Prices> {
  userId: string;
  since: Date;
  quotesKey: Buffer | null;
  /** The quotes of the open payment that this request continues. It will spend what it holds, so its hold is left out. */
  continuedKey: Buffer | null;
  /** Values of other domains. */
  prices: RawBuilder<Prices | null> | null;
  spendable: RawBuilder<number | null>;
  firstRequest: { bodyHash: RawBuilder<Buffer | null>; objectId: RawBuilder<string | null> } | null;
}

export async function selectPaymentFacts<Prices>(
  db: Handle,
  { userId, since, quotesKey, continuedKey, prices, spendable, firstRequest }: FactsWanted<Prices>,
): Promise<PaymentFacts<Prices>> {
  const nothing = sql`NULL`;
  const { rows } = await sql<PaymentFacts<Prices>>`
    SELECT r.recent, r.first_recent, d.declines, d.first_declined,
           (SELECT id FROM payments WHERE user_id = ${userId} AND quotes_key = ${quotesKey} AND status <> 'canceled') AS earlier_id,
           ${spendable} AS spendable_cents,
           ${heldCents(userId, continuedKey)} AS held_cents,
           ${prices ?? nothing} AS prices,
           ${firstRequest?.bodyHash ?? nothing} AS first_body_hash,
           ${firstRequest?.objectId ?? nothing} AS first_object_id
    FROM (${recentPayments(userId, since)}) r, (${recentDeclines(userId, since)}) d`.execute(db);
  return onlyRow(rows);
}

/** Whether a payment that was not canceled exists for the quotes. */
export const hasPaymentOfQuotes = async (
  db: Handle,
  { user_id: userId, quotes_key: quotesKey }: Pick<NewPayment, 'user_id' | 'quotes_key'>,
): Promise<boolean> =>
  (await db
    .selectFrom('payments')
    .select('id')
    .where('user_id', '=', userId)
    .where('quotes_key', '=', quotesKey)
    .where('status', '<>', 'canceled')
    .executeTakeFirst()) !== undefined;

const heldCents = (userId: string, continuedKey: Buffer | null) => sql<number>`(
  SELECT coalesce(sum(balance_cents), 0)::bigint FROM payments
  WHERE user_id = ${userId} AND balance_cents > 0 AND status IN ('created', 'processing')
    AND (quotes_key = ${continuedKey}) IS NOT TRUE)`;

const recentPayments = (userId: string, since: Date) => sql<RecentPayments>`
  SELECT count(id) AS recent, min(created_at) AS first_recent FROM payments
  WHERE user_id = ${userId} AND created_at > ${since}`;

function onlyRow<T>([row]: readonly T[]): T {
  if (!row) throw new Error('An aggregate returned no row');
  return row;
}

export type NewPayment = Pick<
  StoredPayment,
  | 'id'
  | 'user_id'
  | 'provider'
  | 'intent_id'
  | 'amount_cents'
  | 'description'
  | 'quotes_key'
  | 'batch_id'
  | 'created_at'
  | 'succeeded_at'
  | 'purpose'
  | 'balance_cents'
>;

/**
 * Inserts a payment for quotes with the given steps. `key` is named `keyed` and is empty if the key is taken.
 * False, with nothing written, when a concurrent request has taken the key or inserted the same payment.
 * Its intent is stored before anyone can pay it, and that commit waits for the disk.
 */
export async function insertPayment(
  db: Handle,
  payment: NewPayment,
  quoteIds: readonly string[],
  key: StatementPart | null,
  steps: (isInserted: Condition) => StatementPart[],
): Promise<boolean> {
  const owner = key ? sql`(SELECT user_id FROM keyed)` : sql`${payment.user_id}::uuid`;
  const parts = [
    ...(key ? [key] : []),
    sql`
    started AS (
      INSERT INTO payments (id, user_id, provider, amount_cents, description, quotes_key, batch_id, created_at, purpose, balance_cents)
      SELECT ${payment.id}::uuid, owner.id, ${payment.provider}::text, ${payment.amount_cents}::bigint, ${payment.description}::text,
             ${payment.quotes_key}::bytea, ${payment.batch_id}::uuid, ${payment.created_at}::timestamptz,
             ${payment.purpose}::text, ${payment.balance_cents}::bigint
      FROM (SELECT ${owner} AS id) owner
      WHERE owner.id IS NOT NULL
      ON CONFLICT (user_id, quotes_key) WHERE quotes_key IS NOT NULL AND status <> 'canceled' DO NOTHING
      RETURNING id
    )`,
    // Without a payment this is null, which the table refuses.
    sql`
    bound AS (
      INSERT INTO payment_quotes (payment_id, quote_id)
      SELECT (SELECT id FROM started), quote_id FROM unnest(${quoteIds}::uuid[]) AS quote_id
    )`,
    ...steps(sql<boolean>`EXISTS (SELECT FROM started)`),
  ];
  try {
    const rows = await retryConflicts(() =>
      runTogether(db, parts, sql<Pick<StoredPayment, 'id'>>`SELECT id, ${relaxedCommit(db)} FROM started`),
    );
    return rows.length === 1;
  } catch (error) {
    if (isNullViolation(error, 'payment_quotes', 'payment_id')) return false;
    throw error;
  }
}

/** The row of a payment that `insertPayment` has just inserted. */
export const newPayment = (payment: NewPayment): StoredPayment => ({
  ...payment,
  currency: 'USD',
  status: 'created',
  allocated_cents: 0,
  surplus_returned_cents: 0,
  refund_reserved_cents: 0,
  next_check_at: payment.created_at,
  checks: 0,
  last_error: null,
  declines: 0,
  last_declined_at: null,
  automatic: false,
  card_id: null,
  customer_id: null,
  saves_card: false,
});
