import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';

/** Names, streets, phones, notes and labels of a client's shipments go; places, parcels and sums stay for the books. */
export async function eraseShipmentsOf(trx: Trx, userId: string): Promise<void> {
  // A file that lies in outside storage, or may be on its way there, is removed after this is committed.
  await sql`
    WITH gone AS (
      DELETE FROM shipment_labels l USING shipments s WHERE s.id = l.shipment_id AND s.user_id = ${userId}
      RETURNING l.stored_as)
    INSERT INTO label_leftovers (stored_as) SELECT stored_as FROM gone WHERE stored_as IS NOT NULL`.execute(
    trx,
  );
  await sql`
    UPDATE shipments
    SET sender = place_of(sender), receiver = place_of(receiver), notes = '',
        search_text = lower(trim(coalesce(tracking_number, '') || ' ' || (receiver ->> 'city')))
    WHERE user_id = ${userId}`.execute(trx);
}
