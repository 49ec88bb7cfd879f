import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import type { BulkRowsTable } from './bulk.tables.ts';
import type {
  SealedCells,
  SealedShipment,
  StoredCells,
  StoredOriginal,
  StoredShipment,
} from './stored-row.ts';

type Key = Pick<BulkRowsTable, 'cells_version'> & { batch_id: string; number: number };

export interface PlainRow extends Key {
  user_id: string;
  cells: StoredCells;
  original: StoredOriginal;
  shipment: StoredShipment | null;
}

/** The condition of the index `bulk_rows_plain_tax_ids`. */
const hasPlainTaxId: RawBuilder<boolean> = sql`(
  (jsonb_typeof(r.cells -> 'sender_tax_id') = 'string' AND r.cells ->> 'sender_tax_id' <> '')
  OR (jsonb_typeof(r.cells -> 'recipient_tax_id') = 'string' AND r.cells ->> 'recipient_tax_id' <> ''))`;

/**
 * Rows of earlier versions. Rows that are being processed are left for later, because their worker would write the old
 * values back.
 */
export async function selectPlainRows(db: Handle, limit: number): Promise<PlainRow[]> {
  const { rows } = await sql<PlainRow>`
    SELECT r.batch_id, r.number, r.cells_version, r.cells, r.original, r.shipment, b.user_id
    FROM bulk_rows r JOIN bulk_batches b ON b.id = r.batch_id
    WHERE ${hasPlainTaxId} AND r.work IS NULL
    ORDER BY r.batch_id, r.number LIMIT ${limit}`.execute(db);
  return rows;
}

/** What the client sees stays the same, so the rows keep their version. */
export async function saveSealedRows(
  db: Handle,
  rows: readonly (Key & { cells: SealedCells; original: StoredOriginal; shipment: SealedShipment | null })[],
): Promise<void> {
  await sql`
    UPDATE bulk_rows r
    SET cells = n.cells, original = n.original, shipment = CASE WHEN r.shipment IS NOT NULL THEN nullif(n.shipment, 'null') END
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS n(batch_id uuid, number int, cells_version bigint, cells jsonb, original jsonb, shipment jsonb)
    WHERE r.batch_id = n.batch_id AND r.number = n.number AND r.cells_version = n.cells_version AND r.work IS NULL
      AND ${hasPlainTaxId}`.execute(db);
}
