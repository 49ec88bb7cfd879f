import { sql } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';

interface StoredGroup {
  id: string;
  revision: string;
  name: string;
  members: { id: string; name: string }[];
}

const groups = (db: Handle) =>
  db.selectFrom('client_groups').select([
    'id',
    // Of the content, because a member who is deleted must change it too.
    sql<string>`encode(sha256(convert_to(concat_ws(' ', name, (
        SELECT string_agg(m.user_id::text, ' ' ORDER BY m.user_id)
        FROM client_group_members m WHERE m.group_id = client_groups.id)), 'UTF8')), 'hex')`.as('revision'),
    'name',
    sql<StoredGroup['members']>`coalesce((
        SELECT jsonb_agg(jsonb_build_object('id', u.id, 'name', u.full_name) ORDER BY lower(u.full_name), u.id)
        FROM client_group_members m JOIN users u ON u.id = m.user_id WHERE m.group_id = client_groups.id), '[]')`.as(
      'members',
    ),
  ]);

export const selectGroups = (db: Handle): Promise<StoredGroup[]> =>
  groups(db).orderBy(sql`lower(name)`).execute();

export const selectGroup = (db: Handle, id: string): Promise<StoredGroup | undefined> =>
  groups(db).where('id', '=', id).executeTakeFirst();

export async function countGroups(db: Handle): Promise<number> {
  const { count } = await db
    .selectFrom('client_groups')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** False if another group has the name. */
export async function insertGroup(trx: Trx, id: string, name: string, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('client_groups')
    .values({ id, name, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) === 1;
}

export const lockGroup = (trx: Trx, id: string) =>
  trx.selectFrom('client_groups').select(['id', 'name']).where('id', '=', id).forUpdate().executeTakeFirst();

export async function hasGroupNamed(trx: Trx, name: string, exceptId: string): Promise<boolean> {
  const found = await trx
    .selectFrom('client_groups')
    .select('id')
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('id', '<>', exceptId)
    .executeTakeFirst();
  return found !== undefined;
}

export async function renameGroup(trx: Trx, id: string, name: string, now: Date): Promise<void> {
  await trx.updateTable('client_groups').set({ name, updated_at: now }).where('id', '=', id).execute();
}

export async function deleteGroup(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('client_groups').where('id', '=', id).execute();
}

export async function replaceMembers(trx: Trx, groupId: string, clients: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('client_group_members')
    .where('group_id', '=', groupId)
    .where(sql<boolean>`user_id <> ALL(${clients}::uuid[])`)
    .execute();
  await sql`
    INSERT INTO client_group_members (group_id, user_id) SELECT ${groupId}::uuid, id FROM unnest(${clients}::uuid[]) AS c(id)
    ON CONFLICT DO NOTHING`.execute(trx);
}

export async function removeFromGroups(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('client_group_members').where('user_id', '=', userId).execute();
}

/** Clients that exist, with their names. */
export const selectClientNames = (
  db: Handle,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> =>
  db
    .selectFrom('users')
    .select(['id', 'full_name as name'])
    .where('role', '=', 'client')
    .where('erased_at', 'is', null)
    .where(sql<boolean>`id = ANY(${ids}::uuid[])`)
    .orderBy(sql`lower(full_name)`)
    .execute();
