import type { DefaultAddress } from '@lading/contract/profile.ts';
import type { Handle } from '../../platform/db/database.ts';

export const selectProfile = (db: Handle, userId: string) =>
  db
    .selectFrom('users')
    .leftJoin('client_profiles', 'client_profiles.user_id', 'users.id')
    .select(['full_name', 'email', 'phone', 'default_address'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();

export async function updateContact(
  db: Handle,
  userId: string,
  contact: { full_name: string; phone: string | null },
): Promise<void> {
  await db.updateTable('users').set(contact).where('id', '=', userId).execute();
}

export async function upsertDefaultAddress(
  db: Handle,
  userId: string,
  address: DefaultAddress,
  now: Date,
): Promise<void> {
  const values = { default_address: JSON.stringify(address), updated_at: now };
  await db
    .insertInto('client_profiles')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

export async function deleteDefaultAddress(db: Handle, userId: string): Promise<void> {
  await db.deleteFrom('client_profiles').where('user_id', '=', userId).execute();
}
