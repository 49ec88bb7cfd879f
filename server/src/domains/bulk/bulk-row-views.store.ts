import type { BulkStatus } from '@lading/contract/bulk/row.ts';
import type { BatchWork } from '@lading/contract/bulk.ts';
import type { CarrierMessage } from '@lading/contract/rate-refusals.ts';
import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import type { ShipmentState } from '../shipments/shipments.tables.ts';

export interface Tally {
  status: BulkStatus;
  removed: boolean;
  work: BatchWork | null;
  paid: boolean;
  count: number;
  cents: number;
  /** Only of rows that are ready to be paid for. */
  retail_cents: number;
}

/** Row counts and sums of a batch, grouped by state. */
export async function tallyRows(db: Handle, batchId: string): Promise<Tally[]> {
  const { rows } = await sql<Tally>`
    SELECT status, removed, work, payment_id IS NOT NULL AS paid, count(*) AS count, coalesce(sum(cents), 0)::bigint AS cents,
           coalesce(sum(round((chosen ->> 'retailAmount')::numeric * 100))
             -- Reading the rate is the slow part, and only the total of the rows that wait for payment is shown.
             FILTER (WHERE status = 'rate_selected' AND payment_id IS NULL AND work IS NULL AND NOT removed), 0)::bigint AS retail_cents
    FROM bulk_rows WHERE batch_id = ${batchId} GROUP BY 1, 2, 3, 4`.execute(db);
  return rows;
}

/** Rows with their shipment and label. Rates are large, so only `selectWholeRow` reads them. */
const shownRows = (db: Handle, batchId: string) =>
  db
    .selectFrom('bulk_rows as r')
    .leftJoin('shipments as s', 's.id', 'r.shipment_id')
    .leftJoin('shipment_labels as l', 'l.shipment_id', 's.id')
    .select([
      'r.number',
      'r.line',
      'r.cells',
      'r.original',
      'r.filled',
      'r.status',
      'r.removed',
      'r.problems',
      'r.error',
      'r.work',
      'r.payment_id',
      'r.selected',
      'r.chosen',
      'r.chosen_by',
      'r.wish',
      'r.unmet',
      'r.twin as duplicate',
      'r.version',
      'r.cells_version',
      sql<number>`cardinality(r.offered)`.as('rate_count'),
      sql<CarrierMessage[]>`CASE WHEN cardinality(r.offered) = 0 THEN r.messages ELSE '[]' END`.as('refused'),
      's.id as shipment_id',
      's.state',
      's.tracking_number',
      's.carrier',
      's.service_name',
      's.total_cents',
      'l.format as label_format',
    ])
    .where('r.batch_id', '=', batchId)
    .$narrowType<{ state: ShipmentState | null }>();

export type ShownRow = Awaited<ReturnType<ReturnType<typeof shownRows>['execute']>>[number];

export const selectShownRows = (db: Handle, batchId: string, after: number, limit: number) =>
  shownRows(db, batchId).where('r.number', '>', after).orderBy('r.number').limit(limit).execute();

/** How far a listener has read: all of `version`, or with a `number` its rows up to that number. */
export interface EventCursor {
  version: number;
  number: number | null;
}

export const selectRowsSince = (
  db: Handle,
  batchId: string,
  { version, number }: EventCursor,
  limit: number,
) =>
  shownRows(db, batchId)
    .where(
      number === null
        ? sql<boolean>`r.version > ${version}`
        : sql<boolean>`(r.version, r.number) > (${version}, ${number})`,
    )
    .orderBy('r.version')
    .orderBy('r.number')
    .limit(limit)
    .execute();

export const selectWholeRow = (db: Handle, batchId: string, number: number) =>
  shownRows(db, batchId)
    .select(['r.shipment', 'r.validations', 'r.rates', 'r.messages'])
    .where('r.number', '=', number)
    .executeTakeFirst();

/** Ids of the shipments that have labels, in row order. */
export const selectLabeledShipmentIds = async (db: Handle, batchId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('bulk_rows')
    .select('shipment_id')
    .where('batch_id', '=', batchId)
    .where('status', '=', 'label_generated')
    .orderBy('number')
    .execute();
  return rows.flatMap(({ shipment_id }) => shipment_id ?? []);
};
