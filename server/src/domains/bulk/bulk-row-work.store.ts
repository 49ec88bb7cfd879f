import type { BatchWork } from '@lading/contract/bulk.ts';
import { sql } from 'kysely';
import type { Database, Handle, Trx } from '../../platform/db/database.ts';
import { fromNow } from '../../platform/db/database-time.ts';
import { INSTANCE_ID, isHeldByDead } from '../../platform/db/instances.ts';
import { selectPaidPrices } from './batch-payments.store.ts';
import type { StoredRow } from './bulk-rows.store.ts';

/** A leased row, with what its work needs to know about its batch. */
export interface ClaimedRow
  extends Pick<
    StoredRow,
    | 'batch_id'
    | 'number'
    | 'cells'
    | 'cells_version'
    | 'shipment'
    | 'selected'
    | 'chosen'
    | 'chosen_by'
    | 'wish'
    | 'cents'
    | 'payment_id'
    | 'tries'
  > {
  user_id: string;
  decimal_comma: boolean;
  /** Whether the client's account was active when the row was claimed. */
  active: boolean;
  /** `bound`: the payment names the quotes it pays for. */
  payment: { id: string; batch_id: string | null; created_at: Date; bound: boolean } | null;
}

/**
 * Leases rows for one kind of work. Rates and labels of paused batches wait, address checks do not. No other
 * worker gets a row until its lease ends or its process is dead.
 */
export async function claimRows(
  db: Database,
  work: BatchWork,
  leaseMs: number,
  limit: number,
): Promise<ClaimedRow[]> {
  const { rows } = await sql<Omit<ClaimedRow, 'payment'> & { paid_at: Date | null; bound: boolean }>`
    UPDATE bulk_rows r
    SET lease_until = ${fromNow(leaseMs)}, held_by = ${INSTANCE_ID}, tries = r.tries + 1
    FROM (
      SELECT w.batch_id, w.number, b.user_id, b.decimal_comma, u.status = 'active' AS active, p.created_at AS paid_at,
             p.quotes_key IS NOT NULL AS bound
      FROM bulk_rows w
      JOIN bulk_batches b ON b.id = w.batch_id
      JOIN users u ON u.id = b.user_id
      LEFT JOIN payments p ON p.id = w.payment_id
      WHERE w.work = ${sql.lit(work)} AND (w.lease_until IS NULL OR w.lease_until <= now() OR ${isHeldByDead('w.held_by')})
        AND (b.paused_at IS NULL OR w.work = 'addresses') AND b.discarded_at IS NULL
        -- An inactive account gets no new rates; its paid rows are still bought or refunded.
        AND (u.status = 'active' OR w.work = 'labels')
      ORDER BY w.number, w.batch_id
      LIMIT ${limit}
      FOR UPDATE OF w SKIP LOCKED
    ) c
    WHERE r.batch_id = c.batch_id AND r.number = c.number
    RETURNING r.batch_id, r.number, r.cells, r.cells_version, r.shipment, r.selected, r.chosen, r.chosen_by, r.wish, r.cents,
      r.payment_id, r.tries, c.user_id, c.decimal_comma, c.active, c.paid_at, c.bound`.execute(db);
  return rows
    .map(
      ({ paid_at, bound, ...row }): ClaimedRow => ({
        ...row,
        payment:
          row.payment_id && paid_at
            ? { id: row.payment_id, batch_id: row.batch_id, created_at: paid_at, bound }
            : null,
      }),
    )
    .sort((a, b) => a.number - b.number);
}

/** Releases rows whose work has not started. Skips rows that another worker has claimed since. */
export async function releaseRows(db: Handle, work: BatchWork, rows: readonly ClaimedRow[]): Promise<void> {
  const claims = rows.map(({ batch_id, number, tries }) => ({ batch_id, number, tries }));
  await sql`
    UPDATE bulk_rows r SET lease_until = NULL, tries = r.tries - 1
    FROM jsonb_to_recordset(${JSON.stringify(claims)}::jsonb) AS t(batch_id uuid, number int, tries int)
    WHERE r.batch_id = t.batch_id AND r.number = t.number AND r.tries = t.tries AND r.work = ${sql.lit(work)}`.execute(
    db,
  );
}

/** Delays a row's next attempt. */
export async function deferRow(
  db: Handle,
  { batch_id, number }: Pick<ClaimedRow, 'batch_id' | 'number'>,
  ms: number,
): Promise<void> {
  await sql`
    UPDATE bulk_rows SET lease_until = ${fromNow(ms)}
    WHERE batch_id = ${batch_id} AND number = ${number} AND work IS NOT NULL`.execute(db);
}

/** Counts the unfinished rows of a batch by kind of work. */
export async function countWork(db: Handle, batchId: string): Promise<Map<BatchWork, number>> {
  const rows = await db
    .selectFrom('bulk_rows')
    .select((eb) => ['work', eb.fn.countAll<number>().as('count')])
    .where('batch_id', '=', batchId)
    .where('work', 'is not', null)
    .groupBy('work')
    .execute();
  return new Map(rows.map(({ work, count }) => [work as BatchWork, count]));
}

export const hasLabelWork = async (db: Handle, batchId: string): Promise<boolean> =>
  (await db
    .selectFrom('bulk_rows')
    .select('number')
    .where('batch_id', '=', batchId)
    .where('work', '=', sql.lit('labels'))
    .limit(1)
    .executeTakeFirst()) !== undefined;

const affected = ({ numAffectedRows }: { numAffectedRows?: bigint }) => Number(numAffectedRows ?? 0);

/** Queues rows for rating: the given ones, or all that have no rates yet. */
export async function queueRates(
  trx: Trx,
  batchId: string,
  version: number,
  numbers: readonly number[] | null,
): Promise<number> {
  const which = numbers ? sql`number = ANY(${numbers}::int[])` : sql`status = 'pending'`;
  return affected(
    await sql`
      UPDATE bulk_rows SET work = 'rates', lease_until = NULL, tries = 0, version = ${version}::bigint
      WHERE batch_id = ${batchId} AND ${which} AND work IS NULL AND payment_id IS NULL AND shipment IS NOT NULL AND NOT removed
        AND status IN ('pending', 'invalid', 'rates_loaded', 'rate_selected')`.execute(trx),
  );
}

/**
 * Queues the rows that a payment covers. The paid quote wins: if the client chose another rate after paying
 * started, the row still buys the quote that was paid.
 */
export async function queueLabels(
  trx: Trx,
  batchId: string,
  version: number,
  paymentId: string,
): Promise<number> {
  const prices = await selectPaidPrices(trx, paymentId);
  // Matched in memory: freshly inserted rows have no statistics yet, so a SQL join can pick a slow plan.
  const paid = (await selectIdleOffers(trx, batchId, paymentId)).flatMap(({ number, offered }) => {
    const quoteId = offered.find((id) => prices.has(id));
    return quoteId === undefined ? [] : { number, quote_id: quoteId, cents: prices.get(quoteId) };
  });
  if (paid.length === 0) return 0;
  return affected(
    await sql`
      UPDATE bulk_rows r
      SET work = 'labels', payment_id = ${paymentId}::uuid, lease_until = NULL, tries = 0, status = 'rate_selected', error = NULL,
          selected = n.quote_id, cents = n.cents, version = ${version}::bigint,
          chosen = (SELECT rate FROM jsonb_array_elements(r.rates) rate WHERE rate ->> 'objectId' = n.quote_id::text)
      FROM jsonb_to_recordset(${JSON.stringify(paid)}::jsonb) AS n(number int, quote_id uuid, cents bigint)
      WHERE r.batch_id = ${batchId} AND r.number = n.number`.execute(trx),
  );
}

const selectIdleOffers = (trx: Trx, batchId: string, paymentId: string) =>
  trx
    .selectFrom('bulk_rows')
    .select(['number', 'offered'])
    .where('batch_id', '=', batchId)
    .where('payment_id', 'is', null)
    .where('work', 'is', null)
    .where('removed', '=', false)
    .where('status', 'in', ['rates_loaded', 'rate_selected'])
    .where(sql<boolean>`NOT ${paymentId}::uuid = ANY(returned)`)
    .execute();

/** Dequeues labels whose purchase has not started. Returns the amount to refund per payment. */
export async function dequeueLabels(
  trx: Trx,
  batchId: string,
  version: number,
  end: { status: 'rate_selected' | 'label_failed'; error: string | null },
): Promise<{ payment_id: string; cents: number }[]> {
  const { rows } = await sql<{ payment_id: string; cents: number }>`
    WITH idle AS (
      SELECT number, payment_id, cents FROM bulk_rows r
      WHERE batch_id = ${batchId} AND work = 'labels' AND (lease_until IS NULL OR lease_until <= now() OR ${isHeldByDead('r.held_by')})
        -- A started purchase is finished, not withdrawn.
        AND NOT EXISTS (SELECT FROM shipments s WHERE s.quote_id = r.selected)
      FOR UPDATE
    ), withdrawn AS (
      UPDATE bulk_rows r
      SET work = NULL, payment_id = NULL, returned = r.returned || idle.payment_id, lease_until = NULL, status = ${end.status}, error = ${end.error},
          version = ${version}::bigint
      FROM idle WHERE r.batch_id = ${batchId} AND r.number = idle.number
    )
    SELECT payment_id, sum(cents)::bigint AS cents FROM idle GROUP BY payment_id`.execute(trx);
  return rows;
}

/** The failed rows among the given ones that are not removed, and whether their shipment is stored: rows of an API call have none, and old ones are erased. */
export const selectFailedRows = (trx: Trx, batchId: string, numbers: readonly number[]) =>
  trx
    .selectFrom('bulk_rows')
    .select(['number', sql<boolean>`shipment IS NOT NULL`.as('has_shipment')])
    .where('batch_id', '=', batchId)
    .where(sql<boolean>`number = ANY(${numbers}::int[])`)
    .where('status', '=', 'label_failed')
    .where('removed', '=', false)
    .where('work', 'is', null)
    .execute();

/** Queues failed rows for new rates and keeps the chosen service. Their payment has been refunded. */
export async function requeueFailedRows(
  trx: Trx,
  batchId: string,
  version: number,
  numbers: readonly number[],
): Promise<void> {
  await sql`
    UPDATE bulk_rows
    SET work = 'rates', lease_until = NULL, tries = 0, status = 'pending', error = NULL, payment_id = NULL, shipment_id = NULL,
        selected = NULL, cents = NULL, rates = '[]', messages = '[]', offered = '{}', version = ${version}::bigint
    WHERE batch_id = ${batchId} AND number = ANY(${numbers}::int[]) AND status = 'label_failed' AND NOT removed
      AND work IS NULL AND shipment IS NOT NULL`.execute(trx);
}
