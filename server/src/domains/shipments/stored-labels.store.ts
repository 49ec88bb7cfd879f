import { sql } from 'kysely';
import type { Database, Handle } from '../../platform/db/database.ts';

export interface LabelToMove {
  shipment_id: string;
  format: 'lading-page' | 'pdf';
  stored_as: string;
  bytes: Buffer;
}

/**
 * Labels that lie in the database and that nobody moves, for so long ours to move. Where each goes is noted before it goes there, so that
 * whoever erases a client knows of every file that there may be.
 */
export async function claimLabels(db: Database, limit: number, leaseMs: number): Promise<LabelToMove[]> {
  const { rows } = await sql<LabelToMove>`
    WITH free AS (
      SELECT shipment_id FROM shipment_labels
      WHERE bytes IS NOT NULL AND (moving_until IS NULL OR moving_until <= now())
      LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    UPDATE shipment_labels l
    SET moving_until = now() + ${leaseMs} * interval '1 millisecond',
        stored_as = 'labels/' || to_char(s.created_at AT TIME ZONE 'UTC', 'YYYY/MM/') || s.id
          || CASE l.format WHEN 'pdf' THEN '.pdf' ELSE '.page' END
    FROM free JOIN shipments s ON s.id = free.shipment_id
    WHERE l.shipment_id = free.shipment_id
    RETURNING l.shipment_id, l.format, l.stored_as, l.bytes`.execute(db);
  return rows;
}

/** False when the label is not in the database any more: somebody else has moved it, or it was erased. */
export async function letGo(db: Database, shipmentId: string, sha256: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('shipment_labels')
    .set({ bytes: null, sha256, moving_until: null })
    .where('shipment_id', '=', shipmentId)
    .where('bytes', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A file that arrived after its label was erased. */
export async function noteIfErased(db: Database, { shipment_id, stored_as }: LabelToMove): Promise<void> {
  await sql`
    INSERT INTO label_leftovers (stored_as)
    SELECT ${stored_as}::text WHERE NOT EXISTS (SELECT FROM shipment_labels WHERE shipment_id = ${shipment_id})
    ON CONFLICT DO NOTHING`.execute(db);
}

/** Files without a label, so old that nobody can still be putting them there. */
export async function selectLeftovers(db: Database, limit: number, leaseMs: number): Promise<string[]> {
  const rows = await db
    .selectFrom('label_leftovers')
    .select('stored_as')
    .where('noted_at', '<=', sql<Date>`now() - ${leaseMs} * interval '1 millisecond'`)
    .limit(limit)
    .execute();
  return rows.map(({ stored_as }) => stored_as);
}

export async function forgetLeftover(db: Handle, storedAs: string): Promise<void> {
  await db.deleteFrom('label_leftovers').where('stored_as', '=', storedAs).execute();
}
