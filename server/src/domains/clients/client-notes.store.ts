import type { Handle } from '../../platform/db/database.ts';
import type { NewRow } from '../../platform/db/schema.ts';

export const selectNotes = (db: Handle, userId: string) =>
  db
    .selectFrom('client_notes')
    .innerJoin('users', 'users.id', 'client_notes.author_id')
    .select(['client_notes.id', 'client_notes.text', 'users.full_name as author', 'client_notes.created_at'])
    .where('client_notes.user_id', '=', userId)
    .orderBy('client_notes.created_at', 'desc')
    .orderBy('client_notes.id', 'desc')
    .limit(100)
    .execute();

export async function countNotes(db: Handle, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('client_notes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertNote(db: Handle, note: NewRow<'client_notes'>): Promise<void> {
  await db.insertInto('client_notes').values(note).execute();
}

/** False when the client has no such note. */
export async function deleteNote(db: Handle, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('client_notes')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
