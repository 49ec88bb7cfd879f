import type { SavedAddressBody, SavedParcelBody } from '@lading/contract/profile.ts';
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

export async function insertSavedAddress(
  db: Handle,
  { id, userId, address, now }: Entry & { address: SavedAddressBody; now: Date },
): Promise<void> {
  await db
    .insertInto('saved_addresses')
    .values({ id, user_id: userId, address: JSON.stringify(address), created_at: now })
    .execute();
}

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

export async function insertSavedParcel(
  db: Handle,
  { id, userId, parcel, now }: Entry & { parcel: SavedParcelBody; now: Date },
): Promise<void> {
  await db
    .insertInto('saved_parcels')
    .values({ id, user_id: userId, parcel: JSON.stringify(parcel), created_at: now })
    .execute();
}

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
