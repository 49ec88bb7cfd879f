import type { BulkColumn } from '@lading/contract/bulk/columns.ts';
import { type BulkProblem, type BulkStatus, CUSTOMS_KINDS } from '@lading/contract/bulk/row.ts';
import type { BatchWork } from '@lading/contract/bulk.ts';
import type { ServiceWish, UnmetChoice } from '@lading/contract/orders/service-choice.ts';
import type { Rate } from '@lading/contract/shipments.ts';
import { type Selectable, sql } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';
import type { BulkRowsTable, ChosenBy, RowValidations } from './bulk.tables.ts';
import type { SealedCells, SealedShipment, StoredOriginal, StoredShipment } from './stored-row.ts';

export type StoredRow = Selectable<BulkRowsTable>;

/** Sends many rows as one JSON parameter, so that the statement text does not depend on their number. */
const json = (rows: readonly object[]) => sql`${JSON.stringify(rows)}::jsonb`;

interface NewRow {
  number: number;
  line: number;
  cells: SealedCells;
  original: StoredOriginal;
  filled: BulkColumn[];
  status: BulkStatus;
  problems: BulkProblem[];
  error: string | null;
  shipment: SealedShipment | null;
  /** Hexadecimal. */
  digest: string | null;
  work: BatchWork | null;
  wish?: ServiceWish | null;
}

/** Keeps rows that already exist, so a retried upload changes nothing. */
export async function insertRows(
  trx: Trx,
  batchId: string,
  version: number,
  rows: readonly NewRow[],
): Promise<void> {
  await sql`
    INSERT INTO bulk_rows (batch_id, number, line, cells, original, filled, status, problems, error, shipment, digest, work, wish, version, cells_version)
    SELECT ${batchId}::uuid, number, line, cells, original, filled, status, problems, error, nullif(shipment, 'null'), decode(digest, 'hex'), work,
           nullif(wish, 'null'), ${version}::bigint, ${version}::bigint
    FROM jsonb_to_recordset(${json(rows)}) AS n(number int, line int, cells jsonb, original jsonb, filled jsonb, status text, problems jsonb,
      error text, shipment jsonb, digest text, work text, wish jsonb)
    ON CONFLICT DO NOTHING`.execute(trx);
}

/** Inserts rows that are already priced and paid, ready to buy. */
export async function insertPaidRows(
  trx: Trx,
  batchId: string,
  paymentId: string,
  rows: readonly { number: number; original: string[]; selected: string; cents: number }[],
): Promise<void> {
  await sql`
    INSERT INTO bulk_rows (batch_id, number, line, cells, original, filled, status, offered, selected, cents, payment_id, work, version, cells_version)
    SELECT ${batchId}::uuid, number, number, '{}', original, '[]', 'rate_selected', ARRAY[selected], selected, cents, ${paymentId}::uuid, 'labels', 0, 0
    FROM jsonb_to_recordset(${json(rows)}) AS n(number int, original jsonb, selected uuid, cents bigint)`.execute(
    trx,
  );
}

/**
 * Reads only the rows of these numbers. Otherwise PostgreSQL may read all rows of the batch, for each group of results.
 */
const isNumbered = (rows: readonly { number: number }[]) =>
  sql`r.number = ANY(${rows.map(({ number }) => number)}::int[])`;

export type ChangedRow = Omit<NewRow, 'line' | 'original' | 'filled' | 'wish'>;

/** Replaces the cells of unpaid rows and clears everything derived from the old cells. */
export async function replaceCells(
  trx: Trx,
  batchId: string,
  version: number,
  rows: readonly ChangedRow[],
): Promise<void> {
  await sql`
    UPDATE bulk_rows r
    SET cells = n.cells, status = n.status, problems = n.problems, error = n.error, shipment = nullif(n.shipment, 'null'),
        digest = decode(n.digest, 'hex'), work = n.work, lease_until = NULL, tries = 0, validations = NULL, rates = '[]', messages = '[]',
        offered = '{}', selected = NULL, chosen = NULL, chosen_by = NULL, cents = NULL, shipment_id = NULL,
        version = ${version}::bigint, cells_version = ${version}::bigint
    FROM jsonb_to_recordset(${json(rows)}) AS n(number int, cells jsonb, status text, problems jsonb, error text, shipment jsonb, digest text, work text)
    WHERE r.batch_id = ${batchId} AND ${isNumbered(rows)} AND r.number = n.number AND r.payment_id IS NULL`.execute(
    trx,
  );
}

export interface AddressCheckResult {
  number: number;
  cells_version: number;
  status: BulkStatus;
  problems: BulkProblem[];
  error: string | null;
  shipment: StoredShipment | null;
  validations: RowValidations | null;
}

/** Skips rows that were edited since the check started; their new cells are checked separately. */
export async function saveAddressChecks(
  trx: Trx,
  batchId: string,
  version: number,
  results: readonly AddressCheckResult[],
): Promise<void> {
  await sql`
    UPDATE bulk_rows r
    SET status = n.status, problems = n.problems, error = n.error, shipment = nullif(n.shipment, 'null'),
        validations = nullif(n.validations, 'null'), work = NULL, lease_until = NULL, tries = 0, version = ${version}::bigint
    FROM jsonb_to_recordset(${json(results)}) AS n(number int, cells_version bigint, status text, problems jsonb, error text, shipment jsonb,
      validations jsonb)
    WHERE r.batch_id = ${batchId} AND ${isNumbered(results)} AND r.number = n.number AND r.cells_version = n.cells_version
      AND r.work = 'addresses'`.execute(trx);
}

export interface RateResult {
  number: number;
  cells_version: number;
  status: BulkStatus;
  problems: BulkProblem[];
  error: string | null;
  shipment: StoredShipment | null;
  rates: Rate[];
  messages: { carrier: string; text: string }[];
  offered: string[];
  selected: string | null;
  chosen: Rate | null;
  chosen_by: ChosenBy | null;
  /** Why no rate fits the wish. */
  unmet: UnmetChoice | null;
  cents: number | null;
}

export async function saveRateResults(
  trx: Trx,
  batchId: string,
  version: number,
  rows: readonly RateResult[],
): Promise<void> {
  await sql`
    UPDATE bulk_rows r
    SET status = n.status, problems = n.problems, error = n.error, shipment = nullif(n.shipment, 'null'), rates = n.rates, messages = n.messages,
        offered = n.offered, selected = n.selected, chosen = nullif(n.chosen, 'null'), chosen_by = n.chosen_by, cents = n.cents,
        unmet = n.unmet, work = NULL, lease_until = NULL, tries = 0, version = ${version}::bigint
    FROM jsonb_to_recordset(${json(rows)}) AS n(number int, cells_version bigint, status text, problems jsonb, error text, shipment jsonb, rates jsonb,
      messages jsonb, offered uuid[], selected uuid, chosen jsonb, chosen_by text, cents bigint, unmet text)
    WHERE r.batch_id = ${batchId} AND ${isNumbered(rows)} AND r.number = n.number AND r.cells_version = n.cells_version AND r.work = 'rates'
      AND r.payment_id IS NULL`.execute(trx);
}

export interface LabelResult {
  number: number;
  status: 'label_generated' | 'label_failed';
  error: string | null;
  shipment_id: string | null;
}

/** Returns the numbers of the rows that changed. */
export async function saveLabelResults(
  trx: Trx,
  batchId: string,
  version: number,
  rows: readonly LabelResult[],
): Promise<Set<number>> {
  const saved = await sql<{ number: number }>`
    UPDATE bulk_rows r
    SET status = n.status, error = n.error, shipment_id = n.shipment_id, work = NULL, lease_until = NULL, tries = 0,
        -- A failed row is refunded, so no payment covers it.
        payment_id = CASE WHEN n.status = 'label_generated' THEN r.payment_id END, version = ${version}::bigint
    FROM jsonb_to_recordset(${json(rows)}) AS n(number int, status text, error text, shipment_id uuid)
    WHERE r.batch_id = ${batchId} AND ${isNumbered(rows)} AND r.number = n.number AND r.work = 'labels'
    RETURNING r.number`.execute(trx);
  return new Set(saved.rows.map(({ number }) => number));
}

export interface Choice {
  number: number;
  rate: Rate;
  cents: number;
  chosen_by: ChosenBy;
}

export async function saveChoices(
  trx: Trx,
  batchId: string,
  version: number,
  choices: readonly Choice[],
): Promise<void> {
  if (choices.length === 0) return;
  await sql`
    UPDATE bulk_rows r
    SET status = 'rate_selected', selected = (n.rate ->> 'objectId')::uuid, chosen = n.rate, chosen_by = n.chosen_by, cents = n.cents,
        version = ${version}::bigint
    FROM jsonb_to_recordset(${json(choices)}) AS n(number int, rate jsonb, chosen_by text, cents bigint)
    WHERE r.batch_id = ${batchId} AND ${isNumbered(choices)} AND r.number = n.number AND r.payment_id IS NULL AND r.work IS NULL
      AND r.status IN ('rates_loaded', 'rate_selected') AND (n.rate ->> 'objectId')::uuid = ANY(r.offered)`.execute(
    trx,
  );
}

export async function clearChoices(
  trx: Trx,
  batchId: string,
  version: number,
  numbers: readonly number[],
): Promise<void> {
  if (numbers.length === 0) return;
  await sql`
    UPDATE bulk_rows
    SET status = 'rates_loaded', selected = NULL, chosen = NULL, chosen_by = NULL, cents = NULL, version = ${version}::bigint
    WHERE batch_id = ${batchId} AND number = ANY(${numbers}::int[]) AND payment_id IS NULL AND work IS NULL AND status = 'rate_selected'`.execute(
    trx,
  );
}

export const selectRowsByNumber = (db: Handle, batchId: string, numbers: readonly number[]) =>
  db
    .selectFrom('bulk_rows')
    .selectAll()
    .where('batch_id', '=', batchId)
    .where(sql<boolean>`number = ANY(${numbers}::int[])`)
    .orderBy('number')
    .execute();

/** The unpaid rows with a problem of their customs declaration. */
export const selectRowsWithoutDeclaration = (db: Handle, batchId: string) =>
  db
    .selectFrom('bulk_rows')
    .select(['number', 'cells'])
    .where('batch_id', '=', batchId)
    .where('status', '=', 'invalid')
    .where('removed', '=', false)
    .where('payment_id', 'is', null)
    .where(
      sql<boolean>`EXISTS (SELECT FROM jsonb_array_elements(problems) p WHERE p ->> 'kind' = ANY(${CUSTOMS_KINDS}::text[]))`,
    )
    .orderBy('number')
    .execute();

/** Rows whose rate can still be changed, one page at a time. */
export const selectChoosable = (db: Handle, batchId: string, after: number, limit: number) =>
  db
    .selectFrom('bulk_rows')
    .select(['number', 'rates', 'selected', 'cents'])
    .where('batch_id', '=', batchId)
    .where('number', '>', after)
    .where('status', 'in', ['rates_loaded', 'rate_selected'])
    .where('removed', '=', false)
    .where('payment_id', 'is', null)
    .where('work', 'is', null)
    .orderBy('number')
    .limit(limit)
    .execute();

export const countRows = async (db: Handle, batchId: string): Promise<number> =>
  (
    await db
      .selectFrom('bulk_rows')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('batch_id', '=', batchId)
      .executeTakeFirstOrThrow()
  ).count;

export async function setRemoved(
  trx: Trx,
  batchId: string,
  version: number,
  numbers: readonly number[],
  removed: boolean,
): Promise<void> {
  await trx
    .updateTable('bulk_rows')
    .set({ removed, version })
    .where('batch_id', '=', batchId)
    .where(sql<boolean>`number = ANY(${numbers}::int[])`)
    .where('payment_id', 'is', null)
    .where('status', '<>', 'label_generated')
    .execute();
}

/** Marks rows whose shipment appears earlier in the file, or already got a label from an earlier upload. */
export async function markDuplicates(trx: Trx, batchId: string, version: number): Promise<void> {
  await sql`
    WITH rows AS (
      SELECT number, digest, min(number) FILTER (WHERE NOT removed) OVER (PARTITION BY digest) AS first
      FROM bulk_rows WHERE batch_id = ${batchId} AND digest IS NOT NULL
    ), duplicates AS (
      SELECT r.number, CASE WHEN r.first < r.number THEN jsonb_build_object('number', r.first, 'fileName', NULL, 'date', NULL)
        ELSE (SELECT jsonb_build_object('number', NULL, 'fileName', b.file_name, 'date', operator_day(b.created_at))
              FROM bulk_rows o JOIN bulk_batches b ON b.id = o.batch_id
              WHERE o.digest = r.digest AND o.status = 'label_generated' AND o.batch_id <> ${batchId} ORDER BY b.created_at DESC LIMIT 1)
        END AS duplicate
      FROM rows r
    )
    UPDATE bulk_rows r SET twin = t.duplicate, version = ${version}::bigint
    FROM duplicates t WHERE r.batch_id = ${batchId} AND r.number = t.number AND r.twin IS DISTINCT FROM t.duplicate`.execute(
    trx,
  );
}

export async function deleteRows(trx: Trx, userId: string): Promise<void> {
  await sql`
    DELETE FROM bulk_rows r USING bulk_batches b WHERE b.id = r.batch_id AND b.user_id = ${userId}`.execute(
    trx,
  );
}

const PERSONAL_CELLS =
  '^(sender|receiver)_(fullname|company|email|phone|address|address2)$|^(sender|recipient)_tax_id$|^customs_(signer|invoice)$|^order_ref$';

/** Reduces the rows of single shipments to places and parcels. */
export async function anonymizeRows(trx: Trx, shipmentIds: readonly string[]): Promise<void> {
  await sql`
    UPDATE bulk_rows
    SET cells = (SELECT coalesce(jsonb_object_agg(key, CASE WHEN key ~ ${sql.lit(PERSONAL_CELLS)} THEN '""'::jsonb ELSE value END), '{}')
                 FROM jsonb_each(cells)),
        original = '[]', shipment = NULL, validations = NULL, twin = NULL
    WHERE shipment_id = ANY(${shipmentIds}::uuid[])`.execute(trx);
}
