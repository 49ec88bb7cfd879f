import { sql } from 'kysely';
import { minutes } from '../../platform/clock.ts';
import { updatedOne } from '../../platform/db/affected-rows.ts';
import type { Handle, Trx } from '../../platform/db/database.ts';
import { nextCheck } from '../../platform/db/database-time.ts';
import { checked, onlyGiven } from '../../platform/db/key-lookups.ts';
import type { Row } from '../../platform/db/schema.ts';
import { type Condition, runTogether, type StatementPart } from '../../platform/db/statement-parts.ts';
import { OPEN_PAYMENT, type PaymentStatus } from './payments.states.ts';
import { failedSurplusCents } from './refunds.store.ts';

export type StoredPayment = Row<'payments'>;

/** Named, because statements with `*` are not prepared. */
export const PAYMENT_COLUMNS = [
  'id',
  'user_id',
  'provider',
  'intent_id',
  'amount_cents',
  'currency',
  'description',
  'status',
  'quotes_key',
  'batch_id',
  'allocated_cents',
  'surplus_returned_cents',
  'refund_reserved_cents',
  'created_at',
  'succeeded_at',
  'next_check_at',
  'checks',
  'last_error',
  'declines',
  'last_declined_at',
  'purpose',
  'balance_cents',
  'automatic',
  'card_id',
  'customer_id',
  'saves_card',
] as const;

const CHECK_AT_LEAST_EVERY_MS = minutes(10);

/** PostgreSQL uses a partial index only if the status in the statement is a literal, not a parameter. */
const literal = (status: PaymentStatus) => sql.lit(status);
const OPEN = OPEN_PAYMENT.map(literal);

export const selectPayment = (db: Handle, id: string): Promise<StoredPayment | undefined> =>
  db.selectFrom('payments').select(PAYMENT_COLUMNS).where('id', '=', id).executeTakeFirst();

/** Until the transaction ends, nothing else can spend or refund the payment. */
export const lockPayment = (trx: Trx, id: string): Promise<StoredPayment | undefined> =>
  trx.selectFrom('payments').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** False when the payment is no longer open, or the same reason is already known. */
export const noteDecline = (db: Handle, id: string, error: string): Promise<boolean> =>
  updatedOne(
    db
      .updateTable('payments')
      .set({ last_error: error })
      .where('id', '=', id)
      .where('status', 'in', OPEN)
      .where(sql<boolean>`last_error IS DISTINCT FROM ${error}`),
  );

export const selectPaymentByIntent = (db: Handle, provider: string, intentId: string) =>
  db
    .selectFrom('payments')
    .select(PAYMENT_COLUMNS)
    .where('provider', '=', provider)
    .where('intent_id', '=', intentId)
    .executeTakeFirst();

/** Whether the intent of an open payment that started before then is still unknown. */
export const isIntentMissing = async (db: Handle, provider: string, startedBefore: Date): Promise<boolean> =>
  (await db
    .selectFrom('payments')
    .select('id')
    .where('status', 'in', OPEN)
    .where('provider', '=', provider)
    .where('intent_id', 'is', null)
    .where('created_at', '<=', startedBefore)
    .executeTakeFirst()) !== undefined;

export const isBoundTo = async (db: Handle, paymentId: string, quoteId: string): Promise<boolean> =>
  (await db
    .selectFrom('payment_quotes')
    .select('quote_id')
    .where('payment_id', '=', paymentId)
    .where('quote_id', '=', quoteId)
    .executeTakeFirst()) !== undefined;

export const areBoundTo = async (
  db: Handle,
  paymentId: string,
  quoteIds: readonly string[],
): Promise<boolean> => {
  const { count } = await db
    .selectFrom('payment_quotes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('payment_id', '=', paymentId)
    .where(sql<boolean>`quote_id = ANY(${quoteIds}::uuid[])`)
    .executeTakeFirstOrThrow();
  return count === quoteIds.length;
};

export async function setIntent(db: Handle, id: string, intentId: string): Promise<void> {
  await db
    .updateTable('payments')
    .set({ intent_id: intentId })
    .where('id', '=', id)
    .where('intent_id', 'is', null)
    .execute();
}

/**
 * Marks an open payment as paid with the given steps, in one statement. The steps must write only if it was open.
 * True only for the caller that changed it.
 */
export async function markPaid(
  db: Handle,
  id: string,
  { succeededAt, corrected }: { succeededAt: Date; corrected: { amountCents: number } | null },
  steps: (isMoved: Condition) => StatementPart[],
): Promise<boolean> {
  const correction = corrected
    ? sql`, amount_cents = ${corrected.amountCents}, quotes_key = NULL`
    : sql.raw('');
  const rows = await runTogether(
    db,
    [
      sql`
      moved AS (
        UPDATE payments SET status = 'succeeded', succeeded_at = ${succeededAt}${correction}
        WHERE id = ${id} AND ${checked('status')} IN (${sql.join(OPEN)})
        RETURNING id
      )`,
      ...steps(sql<boolean>`EXISTS (SELECT FROM moved)`),
    ],
    sql<{ id: string }>`SELECT id FROM moved`,
  );
  return rows.length === 1;
}

/** True only for the caller that changed it. A succeeded or canceled payment never changes. */
export const moveOpenPayment = (
  db: Handle,
  id: string,
  change: { status: Exclude<PaymentStatus, 'succeeded'> },
): Promise<boolean> =>
  updatedOne(db.updateTable('payments').set(change).where('id', '=', id).where('status', 'in', OPEN));

/** A price to take from a payment. */
export interface Spending {
  paymentId: string;
  shipmentId: string;
  cents: number;
}

/**
 * Takes the prices of shipments from their payments, as steps. `spent` returns the payments that had enough left
 * for all of their shipments.
 */
export const spentParts = (spendings: readonly Spending[]): StatementPart[] => [
  sql`
  price AS (
    SELECT payment_id, shipment_id, cents
    FROM unnest(${spendings.map(({ paymentId }) => paymentId)}::uuid[], ${spendings.map(({ shipmentId }) => shipmentId)}::uuid[],
      ${spendings.map(({ cents }) => cents)}::bigint[]) AS price(payment_id, shipment_id, cents)
    ${onlyGiven(spendings)}
  )`,
  sql`
  spent AS (
    UPDATE payments p SET allocated_cents = p.allocated_cents + due.cents
    FROM (
      SELECT payment_id, sum(cents)::bigint AS cents, ${failedSurplusCents(sql`price.payment_id`)} AS unusable_cents
      FROM price GROUP BY payment_id ${onlyGiven(spendings)}
    ) due
    WHERE p.id = due.payment_id AND ${checked('p.status')} = 'succeeded' AND p.purpose = 'labels'
      AND p.allocated_cents + p.surplus_returned_cents + due.cents + due.unusable_cents <= p.amount_cents
    RETURNING p.id
  )`,
  sql`
  allocated AS (
    INSERT INTO allocations (payment_id, shipment_id, cents)
    SELECT spent.id, price.shipment_id, price.cents FROM spent JOIN price ON price.payment_id = spent.id
  )`,
];

/** Open payments that are due for a check, at growing intervals. */
export const claimPaymentsToCheck = (db: Handle, firstMs: number, limit: number) =>
  db
    .updateTable('payments')
    .set({
      checks: sql`checks + 1`,
      next_check_at: nextCheck(firstMs, CHECK_AT_LEAST_EVERY_MS),
    })
    .where('id', 'in', (due) =>
      due
        .selectFrom('payments')
        .select('id')
        .where('status', 'in', OPEN)
        .where('next_check_at', '<=', sql<Date>`now()`)
        // A stored card is charged by `charge-stored-card.ts`.
        .where((eb) => eb.or([eb('intent_id', 'is not', null), eb('card_id', 'is', null)]))
        .orderBy('next_check_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();

/** Some of the unspent money was not part of a failed refund, after which an admin must act. */
const canStillBeUsed = sql<boolean>`
  allocated_cents + surplus_returned_cents + ${failedSurplusCents(sql`payments.id`)} < amount_cents`;

/**
 * Payments to act on now: made for quotes that this payment has not bought, or unspent for so long that the
 * money must be refunded. Skips payments of batches, which `selectBatchesWithUnspentMoney` finds, and money of
 * failed refunds, which would fill every page.
 */
export const selectUnspent = (
  db: Handle,
  { paidBefore, returnBefore }: { paidBefore: Date; returnBefore: Date },
  limit: number,
) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('status', '=', literal('succeeded'))
    .where('purpose', '=', sql.lit('labels'))
    .where('batch_id', 'is', null)
    .where(sql<boolean>`allocated_cents + surplus_returned_cents < amount_cents`)
    .where('succeeded_at', '<', paidBefore)
    .where((eb) => eb.or([eb('succeeded_at', '<=', returnBefore), eb('quotes_key', 'is not', null)]))
    .where(canStillBeUsed)
    .orderBy('succeeded_at')
    .limit(limit)
    .execute();

/** Batches with unspent money that no row is using. Skips money of failed refunds, which would fill every page. */
export const selectBatchesWithUnspentMoney = (db: Handle, limit: number) =>
  db
    .selectFrom('payments')
    .select('batch_id')
    .where('status', '=', literal('succeeded'))
    .where('purpose', '=', sql.lit('labels'))
    .where(sql<boolean>`allocated_cents + surplus_returned_cents < amount_cents`)
    .where('batch_id', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bulk_rows')
            .select('number')
            .whereRef('bulk_rows.payment_id', '=', 'payments.id')
            .where('work', 'is not', null),
        ),
      ),
    )
    .where(canStillBeUsed)
    .orderBy('succeeded_at')
    .limit(limit)
    .execute();

export const selectUnspentOfBatch = (db: Handle, batchId: string) =>
  db
    .selectFrom('payments')
    .select(['id', 'quotes_key'])
    .where('batch_id', '=', batchId)
    .where('status', '=', 'succeeded')
    .where(sql<boolean>`allocated_cents + surplus_returned_cents < amount_cents`)
    .execute();

/** Lets the batch spend the payment; false when it belongs to another batch. */
export const assignToBatch = (trx: Trx, id: string, batchId: string): Promise<boolean> =>
  updatedOne(
    trx
      .updateTable('payments')
      .set({ batch_id: batchId })
      .where('id', '=', id)
      .where((eb) => eb.or([eb('batch_id', 'is', null), eb('batch_id', '=', batchId)])),
  );

/** What the card pays. */
export const cardCentsOf = ({ amount_cents, balance_cents }: StoredPayment): number =>
  amount_cents - balance_cents;

export const canSpend = async (db: Handle, id: string, cents: number): Promise<boolean> =>
  (await db
    .selectFrom('payments')
    .select('id')
    .where('id', '=', id)
    .where(
      sql<boolean>`allocated_cents + surplus_returned_cents + ${cents} + ${failedSurplusCents(sql`payments.id`)} <= amount_cents`,
    )
    .executeTakeFirst()) !== undefined;

/** Neither spent on labels nor refunded. */
export const unspent = (payment: StoredPayment): number =>
  payment.purpose === 'labels'
    ? payment.amount_cents - payment.allocated_cents - payment.surplus_returned_cents
    : 0;

export const selectOpenQuotesOf = (db: Handle, paymentId: string) =>
  db
    .selectFrom('payment_quotes')
    .innerJoin('quotes', 'quotes.id', 'payment_quotes.quote_id')
    .select('quotes.id')
    .where('payment_id', '=', paymentId)
    .where('consumed_by', 'is', null)
    .execute();

export const selectOpenPayments = (db: Handle, userId: string): Promise<StoredPayment[]> =>
  db.selectFrom('payments').selectAll().where('user_id', '=', userId).where('status', 'in', OPEN).execute();

export async function eraseDescriptions(trx: Trx, userId: string): Promise<void> {
  await trx
    .updateTable('payments')
    .set({ description: '', customer_id: null })
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('description', '<>', ''), eb('customer_id', 'is not', null)]))
    .execute();
}

export async function detachFromBatches(trx: Trx, userId: string): Promise<void> {
  await trx
    .updateTable('payments')
    .set({ batch_id: null })
    .where('user_id', '=', userId)
    .where('batch_id', 'is not', null)
    .execute();
}
