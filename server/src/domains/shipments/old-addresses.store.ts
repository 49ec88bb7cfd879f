import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';

/** Nothing more is expected of these shipments. Each condition has its own index. */
const ENDED = {
  finished: sql<boolean>`state IN ('delivered', 'returned', 'voided', 'refunded')`,
  /** Labels that were never used, and parcels whose last scan got lost. */
  untracked: sql<boolean>`state IN ('purchased', 'in_transit') AND next_track_at IS NULL`,
};

export interface OldShipments {
  ended: keyof typeof ENDED;
  before: Date;
  now: Date;
  limit: number;
}

/**
 * Reduces shipments from before the time that have ended to places and clears their notes. Returns their IDs. Skips
 * shipments that another process is working on.
 */
export async function anonymizeOldShipments(
  trx: Trx,
  { ended, before, now, limit }: OldShipments,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH old AS (
      SELECT id FROM shipments
      WHERE addresses_erased_at IS NULL AND ${ENDED[ended]} AND created_at < ${before}
      ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    UPDATE shipments s
    SET sender = place_of(s.sender), receiver = place_of(s.receiver), declaration = NULL, notes = '', reference = '',
        addresses_erased_at = ${now},
        search_text = lower(trim(coalesce(s.tracking_number, '') || ' ' || (s.receiver ->> 'city')))
    FROM old WHERE s.id = old.id
    RETURNING s.id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Their labels show the addresses. Files in external storage are deleted later. */
export async function deleteLabels(trx: Trx, shipmentIds: readonly string[]): Promise<void> {
  await sql`
    WITH deleted AS (
      DELETE FROM shipment_labels WHERE shipment_id = ANY(${shipmentIds}::uuid[]) RETURNING stored_as)
    INSERT INTO label_leftovers (stored_as) SELECT stored_as FROM deleted WHERE stored_as IS NOT NULL`.execute(
    trx,
  );
}
