import { sql } from 'kysely';
import { updatedOne } from '../../../platform/db/affected-rows.ts';
import type { Handle } from '../../../platform/db/database.ts';
import { fromNow } from '../../../platform/db/database-time.ts';
import type { StoredShipment } from '../shipments.store.ts';
import type { ShipmentState } from '../shipments.tables.ts';

interface VoidRequest {
  /** The admin; null after a restore. */
  by: string | null;
  at: Date;
  /** The refund that is requested with it. */
  waitsFor?: string;
}

/** Claims an unused label for voiding; undefined when it is in use or already voided. */
export const claimVoid = (
  db: Handle,
  id: string,
  leaseMs: number,
  { by, at, waitsFor }: VoidRequest,
): Promise<StoredShipment | undefined> =>
  db
    .updateTable('shipments')
    .set({
      state: 'void_requested',
      fence: sql`fence + 1`,
      lease_until: fromNow(leaseMs),
      void_requested_by: by,
      void_requested_at: at,
      void_waits_for: waitsFor ?? null,
    })
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

/** From now on, the label may be void. False if another process has taken over the void. */
export const noteSending = (db: Handle, { id, fence }: StoredShipment): Promise<boolean> =>
  updatedOne(
    db
      .updateTable('shipments')
      .set({ void_waits_for: null })
      .where('id', '=', id)
      .where('fence', '=', fence)
      .where('state', '=', 'void_requested'),
  );

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
