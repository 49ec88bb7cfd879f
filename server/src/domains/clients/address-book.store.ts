import type { SavedAddressBody, SavedParcelBody } from '@lading/contract/profile.ts';
import { sql } from 'kysely';
import { insertedOne } from '../../platform/db/affected-rows.ts';
import type { Handle } from '../../platform/db/database.ts';

interface Entry {
  id: string;
  userId: string;
}

export const selectSavedAddresses = (db: Handle, userId: string, limit: number) =>
  db
    .selectFrom('saved_addresses')
    .select(['id', 'address'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();

/** False when the client already has `max` of them. */
export const insertSavedAddress = (
  db: Handle,
  { id, userId, address, now }: Entry & { address: SavedAddressBody; now: Date },
  max: number,
): Promise<boolean> =>
  insertedOne(
    db
      .insertInto('saved_addresses')
      .columns(['id', 'user_id', 'address', 'created_at'])
      .expression(sql`
        SELECT ${id}::uuid, ${userId}::uuid, ${JSON.stringify(address)}::jsonb, ${now}::timestamptz
        WHERE (SELECT count(*) FROM saved_addresses WHERE user_id = ${userId}) < ${max}`),
  );

/** False when the client has no such address. */
export async function updateSavedAddress(
  db: Handle,
  { id, userId, address }: Entry & { address: SavedAddressBody },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('saved_addresses')
    .set({ address: JSON.stringify(address) })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deleteSavedAddress(db: Handle, userId: string, id: string): Promise<void> {
  await db.deleteFrom('saved_addresses').where('id', '=', id).where('user_id', '=', userId).execute();
}

export const selectSavedParcels = (db: Handle, userId: string, limit: number) =>
  db
    .selectFrom('saved_parcels')
    .select(['id', 'parcel'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();

/** False when the client already has `max` of them. */
export const insertSavedParcel = (
  db: Handle,
  { id, userId, parcel, now }: Entry & { parcel: SavedParcelBody; now: Date },
  max: number,
): Promise<boolean> =>
  insertedOne(
    db
      .insertInto('saved_parcels')
      .columns(['id', 'user_id', 'parcel', 'created_at'])
      .expression(sql`
        SELECT ${id}::uuid, ${userId}::uuid, ${JSON.stringify(parcel)}::jsonb, ${now}::timestamptz
        WHERE (SELECT count(*) FROM saved_parcels WHERE user_id = ${userId}) < ${max}`),
  );

/** False when the client has no such parcel. */
export async function updateSavedParcel(
  db: Handle,
  { id, userId, parcel }: Entry & { parcel: SavedParcelBody },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('saved_parcels')
    .set({ parcel: JSON.stringify(parcel) })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deleteSavedParcel(db: Handle, userId: string, id: string): Promise<void> {
  await db.deleteFrom('saved_parcels').where('id', '=', id).where('user_id', '=', userId).execute();
}

export async function isUsedByRules(db: Handle, userId: string, packageId: string): Promise<boolean> {
  const uses = JSON.stringify([{ actions: [{ kind: 'package', packageId }] }]);
  const { rows } = await sql`
    SELECT FROM order_rule_lists WHERE user_id = ${userId} AND rules @> ${uses}::jsonb`.execute(db);
  return rows.length > 0;
}
