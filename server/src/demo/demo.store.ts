import type { Handle } from '../platform/db/database.ts';

export const hasUsers = async (db: Handle): Promise<boolean> =>
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;

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
