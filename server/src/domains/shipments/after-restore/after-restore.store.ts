import { sql } from 'kysely';
import type { Handle } from '../../../platform/db/database.ts';

/** Returns the keys that belong to one of our purchase attempts. */
export async function selectKnownAttempts(db: Handle, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('purchase_attempts')
    .select('id')
    .where(sql<boolean>`id = ANY(${keys}::uuid[])`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Records an abandoned order. If it has a label, the sweep voids it. */
export async function insertAbandonedAttempt(
  db: Handle,
  shipmentId: string,
  key: string,
  now: Date,
): Promise<void> {
  await sql`
    WITH counted AS (UPDATE shipments SET attempts = attempts + 1 WHERE id = ${shipmentId} RETURNING id, attempts)
    INSERT INTO purchase_attempts (id, shipment_id, number, state, started_at, ended_at)
    SELECT ${key}::uuid, id, attempts, 'abandoned', ${now}, ${now} FROM counted`.execute(db);
}

export const selectPurchasedLabels = (db: Handle, provider: string, transactionIds: readonly string[]) =>
  db
    .selectFrom('shipments')
    .select('id')
    .where('provider', '=', provider)
    .where('state', '=', 'purchased')
    .where(sql<boolean>`transaction_id = ANY(${transactionIds}::text[])`)
    .execute();
