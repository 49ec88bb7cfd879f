import type { Handle, Trx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';

export const listUnusedCodes = (db: Handle, userId: string) =>
  db
    .selectFrom('recovery_codes')
    .select(['id', 'code_hash', 'created_at'])
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();

/** Null if the account has no recovery codes. `left` is 0 when all are used. */
export async function selectCodesLeft(
  db: Handle,
  userId: string,
): Promise<{ left: number; createdAt: Date } | null> {
  const rows = await db
    .selectFrom('recovery_codes')
    .select(['used_at', 'created_at'])
    .where('user_id', '=', userId)
    .execute();
  const [first] = rows;
  return first
    ? { left: rows.filter((row) => row.used_at === null).length, createdAt: first.created_at }
    : null;
}

export async function replaceCodes(
  trx: Trx,
  userId: string,
  { hashes, now }: { hashes: string[]; now: Date },
): Promise<void> {
  await deleteCodes(trx, userId);
  await trx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ id: newId(), user_id: userId, code_hash, created_at: now })))
    .execute();
}

/** True for exactly one of several concurrent uses of a code. */
export async function useCode(trx: Trx, id: string, now: Date): Promise<boolean> {
  const result = await trx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function deleteCodes(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}
