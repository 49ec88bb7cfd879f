import type {
  SavedAddress,
  SavedAddressBody,
  SavedParcel,
  SavedParcelBody,
} from '@lading/contract/profile.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { newId } from '../../platform/ids.ts';
import {
  deleteSavedAddress,
  deleteSavedParcel,
  insertSavedAddress,
  insertSavedParcel,
  isUsedByRules,
  selectSavedAddresses,
  selectSavedParcels,
  updateSavedAddress,
  updateSavedParcel,
} from './address-book.store.ts';
import type { ProfileDeps } from './profile.ts';

/** Lists of thousands of addresses belong in an uploaded file. */
const MAX_SAVED = 500;
/** Everything that is saved is listed, including what concurrent calls added beyond the limit. */
const MAX_LISTED = 1_000;
const limitReached = (what: string) =>
  new AppError('LIMIT_REACHED', {
    message: `You can save up to ${MAX_SAVED} ${what}. Please delete one first.`,
  });

export async function listSavedAddresses({ db }: ProfileDeps, { userId }: Actor): Promise<SavedAddress[]> {
  const rows = await selectSavedAddresses(db, userId, MAX_LISTED);
  return rows.map(({ id, address }) => ({ id, ...address }));
}

export async function saveAddress(
  { db, clock }: ProfileDeps,
  { userId }: Actor,
  address: SavedAddressBody,
): Promise<SavedAddress> {
  const id = newId();
  if (!(await insertSavedAddress(db, { id, userId, address, now: clock.now() }, MAX_SAVED)))
    throw limitReached('addresses');
  return { id, ...address };
}

export async function changeSavedAddress(
  { db }: ProfileDeps,
  { userId }: Actor,
  id: string,
  address: SavedAddressBody,
): Promise<SavedAddress> {
  if (!(await updateSavedAddress(db, { id, userId, address }))) throw new AppError('NOT_FOUND');
  return { id, ...address };
}

/** Also succeeds if the address is already deleted, so that a retry is safe. */
export const removeSavedAddress = ({ db }: ProfileDeps, { userId }: Actor, id: string): Promise<void> =>
  deleteSavedAddress(db, userId, id);

export async function listSavedParcels({ db }: ProfileDeps, { userId }: Actor): Promise<SavedParcel[]> {
  const rows = await selectSavedParcels(db, userId, MAX_LISTED);
  return rows.map(({ id, parcel }) => ({ id, ...parcel }));
}

export async function saveParcel(
  { db, clock }: ProfileDeps,
  { userId }: Actor,
  parcel: SavedParcelBody,
): Promise<SavedParcel> {
  const id = newId();
  if (!(await insertSavedParcel(db, { id, userId, parcel, now: clock.now() }, MAX_SAVED)))
    throw limitReached('packages');
  return { id, ...parcel };
}

export async function changeSavedParcel(
  { db }: ProfileDeps,
  { userId }: Actor,
  id: string,
  parcel: SavedParcelBody,
): Promise<SavedParcel> {
  if (!(await updateSavedParcel(db, { id, userId, parcel }))) throw new AppError('NOT_FOUND');
  return { id, ...parcel };
}

/** Also succeeds if the parcel is already deleted, so that a retry is safe. Order rules may use a parcel as a package. */
export async function removeSavedParcel({ db }: ProfileDeps, { userId }: Actor, id: string): Promise<void> {
  if (await isUsedByRules(db, userId, id)) throw new AppError('PACKAGE_USED');
  await deleteSavedParcel(db, userId, id);
}
