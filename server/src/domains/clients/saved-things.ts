import type {
  SavedAddress,
  SavedAddressBody,
  SavedParcel,
  SavedParcelBody,
} from '@lading/contract/profile.ts';
import { AppError } from '../../platform/app-error.ts';
import { newId } from '../../platform/ids.ts';
import type { ProfileDeps } from './profile.ts';

/** More than an address book for typing needs; lists of thousands belong into a file. */
const MAX_SAVED = 500;

interface Owner {
  userId: string;
}

export async function listSavedAddresses({ db }: ProfileDeps, { userId }: Owner): Promise<SavedAddress[]> {
  const rows = await db
    .selectFrom('saved_addresses')
    .select(['id', 'address'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(MAX_SAVED)
    .execute();
  return rows.map(({ id, address }) => ({ id, ...address }));
}

export async function listSavedParcels({ db }: ProfileDeps, { userId }: Owner): Promise<SavedParcel[]> {
  const rows = await db
    .selectFrom('saved_parcels')
    .select(['id', 'parcel'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(MAX_SAVED)
    .execute();
  return rows.map(({ id, parcel }) => ({ id, ...parcel }));
}

export async function saveAddress(
  { db, clock }: ProfileDeps,
  { userId }: Owner,
  address: SavedAddressBody,
): Promise<SavedAddress> {
  const id = newId();
  await db
    .insertInto('saved_addresses')
    .values({ id, user_id: userId, address: JSON.stringify(address), created_at: clock.now() })
    .execute();
  return { id, ...address };
}

export async function saveParcel(
  { db, clock }: ProfileDeps,
  { userId }: Owner,
  parcel: SavedParcelBody,
): Promise<SavedParcel> {
  const id = newId();
  await db
    .insertInto('saved_parcels')
    .values({ id, user_id: userId, parcel: JSON.stringify(parcel), created_at: clock.now() })
    .execute();
  return { id, ...parcel };
}

export async function changeAddress(
  { db }: ProfileDeps,
  { userId }: Owner,
  id: string,
  address: SavedAddressBody,
): Promise<SavedAddress> {
  const result = await db
    .updateTable('saved_addresses')
    .set({ address: JSON.stringify(address) })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) throw new AppError('NOT_FOUND');
  return { id, ...address };
}

export async function changeParcel(
  { db }: ProfileDeps,
  { userId }: Owner,
  id: string,
  parcel: SavedParcelBody,
): Promise<SavedParcel> {
  const result = await db
    .updateTable('saved_parcels')
    .set({ parcel: JSON.stringify(parcel) })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) throw new AppError('NOT_FOUND');
  return { id, ...parcel };
}

/** Gone already is gone: a repeat is no mistake. */
export async function forget(
  { db }: ProfileDeps,
  { userId }: Owner,
  table: 'saved_addresses' | 'saved_parcels',
  id: string,
): Promise<void> {
  await db.deleteFrom(table).where('id', '=', id).where('user_id', '=', userId).execute();
}
