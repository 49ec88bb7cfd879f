import { sql } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';

export async function insertErasure(trx: Trx, userId: string, erasedAt: Date): Promise<void> {
  await trx
    .insertInto('erasures')
    .values({ user_id: userId, erased_at: erasedAt })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

export const selectErasures = (db: Handle) =>
  db.selectFrom('erasures').select(['user_id as userId', 'erased_at as erasedAt']).execute();

/** Clients with one of these IDs who are not erased. */
export async function selectUnerased(db: Handle, userIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`id = ANY(${userIds}::uuid[])`)
    .where('role', '=', 'client')
    .where('erased_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}
