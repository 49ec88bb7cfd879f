import { sql } from 'kysely';
import type { Database, Handle } from '../../platform/db/database.ts';
import { fromNow } from '../../platform/db/database-time.ts';

export interface LabelToMove {
  shipment_id: string;
  format: 'lading-page' | 'pdf';
  stored_as: string;
  bytes: Buffer;
}

/** How the label is stored; null when there is none. */
export const selectLabelFormat = async (db: Handle, shipmentId: string) =>
  (
    await db
      .selectFrom('shipment_labels')
      .select('format')
      .where('shipment_id', '=', shipmentId)
      .executeTakeFirst()
  )?.format ?? null;

/** The purchase that the label came from, if this provider sold it. */
export const selectPurchaseOf = (db: Handle, shipmentId: string, provider: string) =>
  db
    .selectFrom('purchase_attempts')
    .innerJoin('shipments', 'shipments.id', 'purchase_attempts.shipment_id')
    .innerJoin('quotes', 'quotes.id', 'shipments.quote_id')
    .select(['purchase_attempts.id', 'quotes.carrier_rate'])
    .where('shipments.id', '=', shipmentId)
    .where('shipments.provider', '=', provider)
    .where('purchase_attempts.state', '=', 'succeeded')
    .executeTakeFirst();

/**
 * Leases labels that are still in the database. The file name is stored before the file is written, so that
 * erasing a client finds every file that may exist.
 */
export async function claimLabels(db: Database, limit: number, leaseMs: number): Promise<LabelToMove[]> {
  const { rows } = await sql<LabelToMove>`
    WITH free AS (
      SELECT shipment_id FROM shipment_labels
      WHERE bytes IS NOT NULL AND (moving_until IS NULL OR moving_until <= now())
      LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    UPDATE shipment_labels l
    SET moving_until = ${fromNow(leaseMs)},
        stored_as = 'labels/' || to_char(s.created_at AT TIME ZONE 'UTC', 'YYYY/MM/') || s.id
          || CASE l.format WHEN 'pdf' THEN '.pdf' ELSE '.page' END
    FROM free JOIN shipments s ON s.id = free.shipment_id
    WHERE l.shipment_id = free.shipment_id
    RETURNING l.shipment_id, l.format, l.stored_as, l.bytes`.execute(db);
  return rows;
}

/** False when the label is no longer in the database: another process moved it, or it was erased. */
export async function dropInlineBytes(db: Database, shipmentId: string, sha256: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('shipment_labels')
    .set({ bytes: null, sha256, moving_until: null })
    .where('shipment_id', '=', shipmentId)
    .where('bytes', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Queues a file for removal if its label was erased while it was being written. */
export async function queueRemovalIfErased(
  db: Database,
  { shipment_id, stored_as }: LabelToMove,
): Promise<void> {
  await sql`
    INSERT INTO label_leftovers (stored_as)
    SELECT ${stored_as}::text WHERE NOT EXISTS (SELECT FROM shipment_labels WHERE shipment_id = ${shipment_id})
    ON CONFLICT DO NOTHING`.execute(db);
}

/** Files without a label that were noted before the last lease, so no process is still writing them. Oldest first. */
export async function selectLeftovers(db: Database, limit: number, leaseMs: number): Promise<string[]> {
  const rows = await db
    .selectFrom('label_leftovers')
    .select('stored_as')
    .where('noted_at', '<=', fromNow(-leaseMs))
    .orderBy('noted_at')
    .limit(limit)
    .execute();
  return rows.map(({ stored_as }) => stored_as);
}

export async function deleteLeftover(db: Handle, storedAs: string): Promise<void> {
  await db.deleteFrom('label_leftovers').where('stored_as', '=', storedAs).execute();
}

/** Notes the files again, so that all others get their turn first. Skips those that another process has removed. */
export async function postponeLeftovers(db: Handle, storedAs: readonly string[]): Promise<void> {
  await sql`
    WITH postponed AS (
      DELETE FROM label_leftovers WHERE stored_as = ANY(${storedAs}::text[]) RETURNING stored_as)
    INSERT INTO label_leftovers (stored_as) SELECT stored_as FROM postponed`.execute(db);
}

/** Deletes a client's labels and queues their files in external storage for removal. */
export async function deleteLabelsOf(db: Handle, userId: string): Promise<void> {
  await sql`
    WITH deleted AS (
      DELETE FROM shipment_labels l USING shipments s WHERE s.id = l.shipment_id AND s.user_id = ${userId}
      RETURNING l.stored_as)
    INSERT INTO label_leftovers (stored_as) SELECT stored_as FROM deleted WHERE stored_as IS NOT NULL`.execute(
    db,
  );
}
