import { sql } from 'kysely';
import type { Handle } from '../../../platform/db/database.ts';
import { fromNow } from '../../../platform/db/database-time.ts';
import type { StoredShipment } from '../shipments.store.ts';
import type { ShipmentState } from '../shipments.tables.ts';

/** Claims an unused label for voiding; undefined when it is in use or already voided. */
export const claimVoid = (db: Handle, id: string, leaseMs: number): Promise<StoredShipment | undefined> =>
  db
    .updateTable('shipments')
    .set({ state: 'void_requested', fence: sql`fence + 1`, lease_until: fromNow(leaseMs) })
    .where('id', '=', id)
    .where('state', '=', 'purchased')
    .returningAll()
    .executeTakeFirst();

/** Claims voids whose lease has expired. */
export const takeOverVoids = (db: Handle, leaseMs: number, limit: number): Promise<StoredShipment[]> =>
  db
    .updateTable('shipments')
    .set({ fence: sql`fence + 1`, lease_until: fromNow(leaseMs) })
    .where('id', 'in', (due) =>
      due
        .selectFrom('shipments')
        .select('shipments.id')
        .where('state', '=', sql.lit<ShipmentState>('void_requested'))
        .where('lease_until', '<=', sql<Date>`now()`)
        .orderBy('lease_until')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();

/** The carrier accepted the void and has not decided yet. */
export async function notePending(
  db: Handle,
  { id, fence }: StoredShipment,
  { now, retryAfterMs }: { now: Date; retryAfterMs: number },
): Promise<void> {
  await db
    .updateTable('shipments')
    .set({ void_pending_at: now, lease_until: fromNow(retryAfterMs) })
    .where('id', '=', id)
    .where('fence', '=', fence)
    .where('state', '=', 'void_requested')
    .execute();
}

/**
 * The refund that requested the last void: an admin's last one before it. Ordered by their transitions, because refunds have
 * the application's time.
 */
export const selectVoidRequest = (db: Handle, shipmentId: string) =>
  db
    .selectFrom('refunds')
    .innerJoin('transitions', 'transitions.object_id', 'refunds.id')
    .select(['requested_by', 'created_at'])
    .where('shipment_id', '=', shipmentId)
    .where('kind', '=', 'by_admin')
    .where('to_state', '=', 'requested')
    .where('seq', '<', (eb) =>
      eb
        .selectFrom('transitions as void')
        .select(sql<number>`max(void.seq)`.as('seq'))
        .where('void.object_id', '=', shipmentId)
        .where('void.to_state', '=', sql.lit<ShipmentState>('void_requested')),
    )
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
