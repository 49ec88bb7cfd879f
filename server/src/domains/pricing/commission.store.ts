import type { CommissionRule } from '@lading/contract/commission.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';

const rule = ['markup_type as type', 'markup_value as value', 'updated_at'] as const;

export const selectGlobalRule = (db: Handle) =>
  db.selectFrom('global_pricing').select(rule).executeTakeFirstOrThrow();

export const lockGlobalRule = (trx: Trx) =>
  trx.selectFrom('global_pricing').select(rule).forUpdate().executeTakeFirstOrThrow();

export async function updateGlobalRule(trx: Trx, { type, value }: CommissionRule, now: Date): Promise<void> {
  await trx
    .updateTable('global_pricing')
    .set({ markup_type: type, markup_value: value, updated_at: now })
    .execute();
}

export const selectOwnRule = (db: Handle, userId: string) =>
  db.selectFrom('client_pricing').select(rule).where('user_id', '=', userId).executeTakeFirst();

export async function upsertOwnRule(
  trx: Trx,
  userId: string,
  { type, value }: CommissionRule,
  now: Date,
): Promise<void> {
  const values = { markup_type: type, markup_value: value, updated_at: now };
  await trx
    .insertInto('client_pricing')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

export async function deleteOwnRule(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('client_pricing').where('user_id', '=', userId).execute();
}

export async function countClientsByRule(db: Handle): Promise<{ global: number; custom: number }> {
  const { rows } = await sql<{ global: number; custom: number }>`
    SELECT count(*) FILTER (WHERE c.user_id IS NULL) AS global, count(c.user_id) AS custom
    FROM users u LEFT JOIN client_pricing c ON c.user_id = u.id
    WHERE u.role = 'client' AND u.erased_at IS NULL`.execute(db);
  return rows[0] ?? { global: 0, custom: 0 };
}

/** Must compute the same as `commissionCents` in the contract. */
export const commissionOf = ({ type, value }: CommissionRule, costCents: RawBuilder<number>) =>
  type === 'flat_rate'
    ? sql<number>`${value}::bigint`
    : sql<number>`(${costCents} * ${value}::bigint + 5000) / 10000`;

/**
 * Compares the commission of two rules on the labels since a date, for clients on the global rate. A price rule comes
 * before a commission, so its labels would cost the same. Groups by cost, because many labels cost the same.
 */
export async function compareRules(
  db: Handle,
  since: Date,
  now: CommissionRule,
  after: CommissionRule,
): Promise<{ shipments: number; now: number; after: number }> {
  const cost = sql<number>`cost_cents`;
  const { rows } = await sql<{ shipments: number; now: number; after: number }>`
    SELECT coalesce(sum(labels), 0)::bigint AS shipments,
           coalesce(sum(labels * (${commissionOf(now, cost)})), 0)::bigint AS now,
           coalesce(sum(labels * (${commissionOf(after, cost)})), 0)::bigint AS after
    FROM (
      SELECT s.cost_cents, count(*) AS labels FROM shipments s
      WHERE s.created_at >= ${since} AND s.purchased_at IS NOT NULL
        AND NOT EXISTS (SELECT FROM quotes q WHERE q.id = s.quote_id AND q.priced_by = 'rule')
        AND s.user_id IN (
          SELECT u.id FROM users u
          WHERE u.role = 'client' AND u.erased_at IS NULL AND NOT EXISTS (SELECT FROM client_pricing c WHERE c.user_id = u.id))
      GROUP BY s.cost_cents
    ) prices`.execute(db);
  return rows[0] ?? { shipments: 0, now: 0, after: 0 };
}
