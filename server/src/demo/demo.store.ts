import type { Handle } from '../platform/db/database.ts';

export const hasUsers = async (db: Handle): Promise<boolean> =>
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;

export const selectAccountId = async (db: Handle, email: string): Promise<string | undefined> =>
  (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst())?.id;

/** Newest first. */
export const selectLabels = (db: Handle, state: 'delivered' | 'purchased', limit: number) =>
  db
    .selectFrom('shipments')
    .select(['id', 'total_cents', 'created_at'])
    .where('state', '=', state)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();

interface CommissionRule {
  markup_type: 'percentage' | 'flat_rate';
  markup_value: number;
  updated_at: Date;
}

export async function setGlobalCommission(db: Handle, rule: CommissionRule): Promise<void> {
  await db.updateTable('global_pricing').set(rule).execute();
}

export async function insertClientCommission(
  db: Handle,
  userId: string,
  rule: CommissionRule,
): Promise<void> {
  await db
    .insertInto('client_pricing')
    .values({ user_id: userId, ...rule })
    .execute();
}

export async function insertDefaultAddress(
  db: Handle,
  userId: string,
  address: object,
  now: Date,
): Promise<void> {
  await db
    .insertInto('client_profiles')
    .values({ user_id: userId, default_address: JSON.stringify(address), updated_at: now })
    .execute();
}
