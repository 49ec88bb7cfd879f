import { sql } from 'kysely';
import { hours } from '../../platform/clock.ts';
import type { Handle } from '../../platform/db/database.ts';
import { nextCheck } from '../../platform/db/database-time.ts';
import type { NewRow, Row } from '../../platform/db/schema.ts';

export type StoredSetup = Row<'card_setups'>;

const CHECK_AT_LEAST_EVERY_MS = hours(1);

export async function insertSetup(db: Handle, setup: NewRow<'card_setups'>): Promise<void> {
  await db.insertInto('card_setups').values(setup).execute();
}

export async function setSetupId(db: Handle, id: string, setupId: string): Promise<void> {
  await db.updateTable('card_setups').set({ setup_id: setupId }).where('id', '=', id).execute();
}

export const selectSetup = (db: Handle, userId: string, id: string): Promise<StoredSetup | undefined> =>
  db
    .selectFrom('card_setups')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();

export async function endSetup(db: Handle, id: string, now: Date): Promise<void> {
  await db
    .updateTable('card_setups')
    .set({ ended_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

/** Open setups that are due for a check, at growing intervals. */
export const claimSetupsToCheck = (db: Handle, firstMs: number, limit: number): Promise<StoredSetup[]> =>
  db
    .updateTable('card_setups')
    .set({ checks: sql`checks + 1`, next_check_at: nextCheck(firstMs, CHECK_AT_LEAST_EVERY_MS) })
    .where('id', 'in', (due) =>
      due
        .selectFrom('card_setups')
        .select('id')
        .where('ended_at', 'is', null)
        .where('next_check_at', '<=', sql<Date>`now()`)
        .orderBy('next_check_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
