import type { OrderRule } from '@lading/contract/orders/order-rules.ts';
import { sql } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';
import type { StoredPackage } from './order-rules.tables.ts';
import type { SavedRow } from './saved-packages.ts';

interface StoredSetup {
  rules_version: number;
  rules: OrderRule[];
  packages_version: number;
  packages: StoredPackage[];
  saved: SavedRow[];
}

/** More than a client can save. */
const MAX_SAVED = 1_000;

/** Version 0 for a client who never changed the list. */
export async function selectSetup(db: Handle, userId: string): Promise<StoredSetup> {
  const { rows } = await sql<StoredSetup>`
    SELECT coalesce(r.version, 0) AS rules_version, coalesce(r.rules, '[]') AS rules,
           coalesce(p.version, 0) AS packages_version, coalesce(p.packages, '[]') AS packages,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'parcel', s.parcel) ORDER BY s.created_at DESC, s.id), '[]')
            FROM (SELECT id, parcel, created_at FROM saved_parcels WHERE user_id = c.user_id ORDER BY created_at DESC LIMIT ${MAX_SAVED}) s) AS saved
    FROM (SELECT ${userId}::uuid AS user_id) c
    LEFT JOIN order_rule_lists r ON r.user_id = c.user_id
    LEFT JOIN package_lists p ON p.user_id = c.user_id`.execute(db);
  return rows[0] as StoredSetup;
}

/** Waits for other changes of the client's lists. Rules refer to packages, so both lists are locked together. */
export async function lockSetup(trx: Trx, userId: string, now: Date): Promise<StoredSetup> {
  await sql`
    INSERT INTO package_lists (user_id, version, packages, updated_at) VALUES (${userId}, 0, '[]', ${now}::timestamptz)
    ON CONFLICT DO NOTHING`.execute(trx);
  await sql`SELECT FROM package_lists WHERE user_id = ${userId} FOR UPDATE`.execute(trx);
  return selectSetup(trx, userId);
}

export async function saveRules(
  trx: Trx,
  userId: string,
  { version, rules }: { version: number; rules: readonly OrderRule[] },
  now: Date,
): Promise<void> {
  await sql`
    INSERT INTO order_rule_lists (user_id, version, rules, updated_at)
    VALUES (${userId}, ${version}, ${JSON.stringify(rules)}::jsonb, ${now}::timestamptz)
    ON CONFLICT (user_id) DO UPDATE SET version = excluded.version, rules = excluded.rules, updated_at = excluded.updated_at`.execute(
    trx,
  );
}

export async function savePackages(
  trx: Trx,
  userId: string,
  { version, packages }: { version: number; packages: readonly StoredPackage[] },
  now: Date,
): Promise<void> {
  await sql`
    UPDATE package_lists SET version = ${version}, packages = ${JSON.stringify(packages)}::jsonb, updated_at = ${now}::timestamptz
    WHERE user_id = ${userId}`.execute(trx);
}

export const selectSourceIds = async (db: Handle, userId: string): Promise<Set<string>> => {
  const rows = await db.selectFrom('order_sources').select('id').where('user_id', '=', userId).execute();
  return new Set(rows.map(({ id }) => id));
};

export async function deleteSetup(trx: Trx, userId: string): Promise<void> {
  await sql`DELETE FROM order_rule_lists WHERE user_id = ${userId}`.execute(trx);
  await sql`DELETE FROM package_lists WHERE user_id = ${userId}`.execute(trx);
}
