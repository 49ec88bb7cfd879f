import { sql } from 'kysely';
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

/** UPS labels, those of the client first. */
export const selectBilledShipments = (db: Handle, userId: string, limit: number) =>
  db
    .selectFrom('shipments')
    .select('tracking_number')
    .where('carrier', '=', 'UPS')
    .where('state', 'in', ['purchased', 'in_transit', 'delivered'])
    .orderBy((row) => row('user_id', '=', userId), 'desc')
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();

/** Demo payments are charged now, but belong to other days. */
export async function backdateMovements(db: Handle): Promise<void> {
  await sql`
    UPDATE sandbox.gateway_movements m SET created_at = p.succeeded_at, available_at = p.succeeded_at + interval '2 days'
    FROM payments p WHERE p.intent_id = m.intent_id AND m.kind = 'charge' AND p.succeeded_at IS NOT NULL`.execute(
    db,
  );
  await sql`
    UPDATE sandbox.gateway_movements m SET created_at = r.created_at, available_at = r.created_at
    FROM refunds r WHERE r.id::text = m.refund_key`.execute(db);
}

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
