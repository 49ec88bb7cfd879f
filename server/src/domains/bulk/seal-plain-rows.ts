import type { BulkDeps } from './bulk.deps.ts';
import { type PlainRow, saveSealedRows, selectPlainRows } from './plain-tax-ids.store.ts';
import { type RowKeys, sealCells, sealOriginal, sealShipment } from './stored-row.ts';

const ROWS_PER_STEP = 200;
const MAX_STEPS = 50;

/** Encrypts the tax IDs of rows that an earlier version stored in plain text. */
export async function sealPlainRows({ db, taxIdSecrets }: BulkDeps): Promise<void> {
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const rows = await selectPlainRows(db, ROWS_PER_STEP);
    if (rows.length === 0) return;
    const sealed = await taxIdSecrets.withKeys(async (keys) =>
      rows.map((row) => sealPlainRow(row, { keys, userId: row.user_id })),
    );
    await saveSealedRows(db, sealed);
    if (rows.length < ROWS_PER_STEP) return;
  }
}

const sealPlainRow = (
  { batch_id, number, cells_version, cells, original, shipment }: PlainRow,
  by: RowKeys,
) => ({
  batch_id,
  number,
  cells_version,
  cells: sealCells(by, cells),
  original: sealOriginal(by, cells, original),
  shipment: shipment && sealShipment(by, shipment),
});
