import { sql } from 'kysely';
import { minutes } from '../../platform/clock.ts';
import { updatedOne } from '../../platform/db/affected-rows.ts';
import type { Handle, Trx } from '../../platform/db/database.ts';
import { nextCheck } from '../../platform/db/database-time.ts';
import type { NewRow, Row } from '../../platform/db/schema.ts';
import { OPEN_PAYMENT, type PaymentStatus } from './payments.states.ts';

export type StoredPayment = Row<'payments'>;

const CHECK_AT_LEAST_EVERY_MS = minutes(10);

/** PostgreSQL uses a partial index only if the status in the statement is a literal, not a parameter. */
const literal = (status: PaymentStatus) => sql.lit(status);
const OPEN = OPEN_PAYMENT.map(literal);

/** False when the same quotes already have a payment that is not canceled. */
export async function insertPayment(
  db: Handle,
  payment: NewRow<'payments'>,
  quoteIds: readonly string[],
): Promise<boolean> {
  const row = await db
    .insertInto('payments')
    .values(payment)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'quotes_key'])
        .where('quotes_key', 'is not', null)
        .where('status', '<>', literal('canceled'))
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  if (!row) return false;
  if (quoteIds.length > 0) {
    await db
      .insertInto('payment_quotes')
      .columns(['payment_id', 'quote_id'])
      .expression(sql`SELECT ${payment.id}::uuid, unnest(${quoteIds}::uuid[])`)
      .execute();
  }
  return true;
}

export const selectPayment = (db: Handle, id: string): Promise<StoredPayment | undefined> =>
  db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();

/** Until the transaction ends, nothing else can spend or refund the payment. */
export const lockPayment = (trx: Trx, id: string): Promise<StoredPayment | undefined> =>
  trx.selectFrom('payments').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const selectPaymentOfQuotes = (db: Handle, userId: string, quotesKey: Buffer) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('user_id', '=', userId)
    .where('quotes_key', '=', quotesKey)
    .where('status', '<>', literal('canceled'))
    .executeTakeFirst();

export const selectPaymentByIntent = (db: Handle, provider: string, intentId: string) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('provider', '=', provider)
    .where('intent_id', '=', intentId)
    .executeTakeFirst();

/**
 * Payments that could cover a price, in the order to try them: one made for this quote, then the oldest that
 * is bound to no quote. Includes open payments, because the payment provider may already have the money.
 */
export const selectCandidates = (db: Handle, userId: string, quoteId: string, cents: number) =>
  db
    .selectFrom('payments')
    .leftJoin('payment_quotes', (join) =>
      join.onRef('payment_quotes.payment_id', '=', 'payments.id').on('payment_quotes.quote_id', '=', quoteId),
    )
    .selectAll('payments')
    .where('user_id', '=', userId)
    .where('status', '<>', 'canceled')
    .where('intent_id', 'is not', null)
    .where((eb) => eb.or([eb('quotes_key', 'is', null), eb('payment_quotes.quote_id', 'is not', null)]))
    .where(sql<boolean>`amount_cents - allocated_cents - surplus_returned_cents >= ${cents}`)
    .orderBy(sql`payment_quotes.quote_id IS NULL`)
    .orderBy(sql`status <> 'succeeded'`)
    .orderBy('payments.created_at')
    .limit(20)
    .execute();

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

/** True only for the caller that changed it. A succeeded or canceled payment never changes. */
export const moveOpenPayment = (
  db: Handle,
  id: string,
  change: { status: PaymentStatus; amount_cents?: number; quotes_key?: null; succeeded_at?: Date },
): Promise<boolean> =>
  updatedOne(db.updateTable('payments').set(change).where('id', '=', id).where('status', 'in', OPEN));

/** Takes the price of one shipment from a payment; false when not enough is left. */
export async function allocate(
  db: Handle,
  paymentId: string,
  shipmentId: string,
  cents: number,
): Promise<boolean> {
  const allocated = await db
    .with('spent', (cte) =>
      cte
        .updateTable('payments')
        .set({ allocated_cents: sql`allocated_cents + ${cents}` })
        .where('id', '=', paymentId)
        .where('status', '=', 'succeeded')
        .where(sql<boolean>`allocated_cents + surplus_returned_cents + ${cents} <= amount_cents`)
        .returning('id'),
    )
    .insertInto('allocations')
    .columns(['payment_id', 'shipment_id', 'cents'])
    .expression((spent) =>
      spent
        .selectFrom('spent')
        .select([
          'spent.id',
          sql<string>`${shipmentId}::uuid`.as('shipment_id'),
          sql<number>`${cents}::bigint`.as('cents'),
        ]),
    )
    .returning('shipment_id')
    .executeTakeFirst();
  return allocated !== undefined;
}

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
        .orderBy('next_check_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();

/** After a failed refund, an admin must act. */
const withoutFailedRefund = sql<boolean>`NOT EXISTS (
  SELECT FROM refunds WHERE refunds.payment_id = payments.id AND refunds.kind = 'surplus' AND refunds.state = 'failed')`;

/**
 * Payments to act on now: paid for a quote that was never bought, or unspent for so long that the money must
 * be refunded. Skips payments of batches, which `selectBatchesWithUnspentMoney` finds, and payments with a
 * failed refund, which would fill every page.
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
    .where('batch_id', 'is', null)
    .where(sql<boolean>`allocated_cents + surplus_returned_cents < amount_cents`)
    .where('succeeded_at', '<', paidBefore)
    .where((eb) =>
      eb.or([
        eb('succeeded_at', '<=', returnBefore),
        eb.and([
          eb('quotes_key', 'is not', null),
          eb.exists(
            eb
              .selectFrom('payment_quotes')
              .innerJoin('quotes', 'quotes.id', 'quote_id')
              .select('quotes.id')
              .whereRef('payment_id', '=', 'payments.id')
              .where('consumed_by', 'is', null),
          ),
        ]),
      ]),
    )
    .where(withoutFailedRefund)
    .orderBy('succeeded_at')
    .limit(limit)
    .execute();

/** Batches with unspent money that no row is using. Skips failed refunds, which would fill every page. */
export const selectBatchesWithUnspentMoney = (db: Handle, limit: number) =>
  db
    .selectFrom('payments')
    .select('batch_id')
    .where('status', '=', literal('succeeded'))
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
    .where(withoutFailedRefund)
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

/** Neither spent on labels nor refunded. */
export const unspent = (payment: StoredPayment): number =>
  payment.amount_cents - payment.allocated_cents - payment.surplus_returned_cents;

export const selectOpenQuotesOf = (db: Handle, paymentId: string) =>
  db
    .selectFrom('payment_quotes')
    .innerJoin('quotes', 'quotes.id', 'payment_quotes.quote_id')
    .select('quotes.id')
    .where('payment_id', '=', paymentId)
    .where('consumed_by', 'is', null)
    .execute();

export const countPaymentsSince = async (db: Handle, userId: string, since: Date): Promise<number> =>
  (
    await db
      .selectFrom('payments')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('created_at', '>', since)
      .executeTakeFirstOrThrow()
  ).count;

export const selectOpenPayments = (db: Handle, userId: string): Promise<StoredPayment[]> =>
  db.selectFrom('payments').selectAll().where('user_id', '=', userId).where('status', 'in', OPEN).execute();

export async function eraseDescriptions(trx: Trx, userId: string): Promise<void> {
  await trx
    .updateTable('payments')
    .set({ description: '' })
    .where('user_id', '=', userId)
    .where('description', '<>', '')
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
