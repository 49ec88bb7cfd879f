import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { checked } from '../../platform/db/key-lookups.ts';
import { OPEN_PAYMENT } from './payments.states.ts';
import { PAYMENT_COLUMNS, type StoredPayment } from './payments.store.ts';
import { failedSurplusCents } from './refunds.store.ts';

interface Wanted {
  userId: string;
  quoteId: string;
  cents: number;
}

/** Whether the payment has exactly the price left. */
interface Fit {
  is_exact: boolean;
}

const MAX_SETTLED = 20;
/** Each costs a call to the payment provider. */
const MAX_OPEN = 10;

/**
 * Payments that could cover a price, in the order to try them: made for this quote; then bound to no quote
 * with exactly this amount; then bound to no quote with as little more as possible, so that a larger payment
 * is left for the label it was made for. Includes the newest open payments, because the payment provider may
 * already have their money. Payments bound to no quote are read last, because planning that statement takes long.
 */
export async function* selectCandidates(db: Handle, wanted: Wanted): AsyncGenerator<StoredPayment> {
  yield* await selectBound(db, wanted);
  yield* await selectUnbound(db, wanted);
}

const UNSPENT = sql<number>`amount_cents - allocated_cents - surplus_returned_cents`;

const fitting = (db: Handle, { cents }: Wanted) =>
  db
    .selectFrom('payments')
    .select(PAYMENT_COLUMNS)
    .where('purpose', '=', sql.lit('labels'))
    .where('intent_id', 'is not', null)
    .where(sql<boolean>`${UNSPENT} >= ${cents}`)
    .where(sql<boolean>`${UNSPENT} - ${failedSurplusCents(sql`payments.id`)} >= ${cents}`);

const selectBound = (db: Handle, wanted: Wanted) =>
  fitting(db, wanted)
    .innerJoin('payment_quotes', 'payment_quotes.payment_id', 'payments.id')
    .where('payment_quotes.quote_id', '=', wanted.quoteId)
    .where(checked('user_id'), '=', wanted.userId)
    .where(checked('status'), 'in', ['succeeded', ...OPEN_PAYMENT])
    .orderBy(sql`status = 'succeeded'`, 'desc')
    .orderBy(UNSPENT)
    .orderBy('payments.created_at')
    .limit(MAX_OPEN)
    .execute();

/** One statement reads both kinds, so it does not miss a payment that is being settled. */
async function selectUnbound(db: Handle, wanted: Wanted): Promise<StoredPayment[]> {
  const candidates = await db
    .selectFrom(selectSettled(db, wanted).as('settled'))
    .select([...PAYMENT_COLUMNS, 'is_exact'])
    .unionAll(db.selectFrom(selectOpen(db, wanted).as('open')).select([...PAYMENT_COLUMNS, 'is_exact']))
    .execute();
  const rankOf = ({ status, is_exact }: StoredPayment & Fit) =>
    (is_exact ? 0 : 2) + (status === 'succeeded' ? 0 : 1);
  // The sort is stable, so payments of the same rank keep their order.
  return candidates.sort((a, b) => rankOf(a) - rankOf(b));
}

const unbound = (db: Handle, wanted: Wanted) =>
  fitting(db, wanted)
    .select(sql<boolean>`${UNSPENT} = ${wanted.cents}`.as('is_exact'))
    .where('user_id', '=', wanted.userId)
    .where('quotes_key', 'is', null);

/**
 * With literals, and with a condition that the price already implies, so that PostgreSQL can use the index of unspent
 * payments. A client may have thousands that are spent.
 */
const selectSettled = (db: Handle, wanted: Wanted) =>
  unbound(db, wanted)
    .where('status', '=', sql.lit('succeeded'))
    .where(sql<boolean>`allocated_cents + surplus_returned_cents < amount_cents`)
    .orderBy(UNSPENT)
    .orderBy('payments.created_at')
    .limit(MAX_SETTLED);

const selectOpen = (db: Handle, wanted: Wanted) =>
  unbound(db, wanted)
    .where(
      'status',
      'in',
      OPEN_PAYMENT.map((status) => sql.lit(status)),
    )
    .orderBy('is_exact', 'desc')
    .orderBy('payments.created_at', 'desc')
    .limit(MAX_OPEN);

/** A payment by its ID at the payment provider, and whether it was made for this quote. */
export const selectNamedPayment = (db: Handle, provider: string, intentId: string, quoteId: string) =>
  db
    .selectFrom('payments')
    .leftJoin('payment_quotes', (join) =>
      join.onRef('payment_quotes.payment_id', '=', 'payments.id').on('payment_quotes.quote_id', '=', quoteId),
    )
    .select(PAYMENT_COLUMNS)
    .select(sql<boolean>`payment_quotes.quote_id IS NOT NULL`.as('is_bound'))
    .where('provider', '=', provider)
    .where('intent_id', '=', intentId)
    .executeTakeFirst();
