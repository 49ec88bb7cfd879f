import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';

/** Whether one of these IDs belongs to another account. */
export async function hasForeignObject(
  db: Handle,
  userId: string,
  { uuids, intents }: { uuids: readonly string[]; intents: readonly string[] },
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (SELECT FROM shipments WHERE id = ANY (${uuids}::uuid[]) AND user_id <> ${userId})
        OR EXISTS (SELECT FROM quotes WHERE id = ANY (${uuids}::uuid[]) AND user_id <> ${userId})
        OR EXISTS (SELECT FROM payments WHERE provider IN ('test', 'stripe', 'stripe_test')
                     AND intent_id = ANY (${intents}::text[]) AND user_id <> ${userId})
        OR EXISTS (SELECT FROM bulk_batches WHERE id = ANY (${uuids}::uuid[]) AND user_id <> ${userId})
        OR EXISTS (SELECT FROM orders WHERE id = ANY (${uuids}::uuid[]) AND user_id <> ${userId})
        OR EXISTS (SELECT FROM order_sources WHERE id = ANY (${uuids}::uuid[]) AND user_id <> ${userId})
        OR EXISTS (SELECT FROM saved_addresses WHERE id = ANY (${uuids}::uuid[]) AND user_id <> ${userId})
        OR EXISTS (SELECT FROM saved_parcels WHERE id = ANY (${uuids}::uuid[]) AND user_id <> ${userId})
        OR EXISTS (SELECT FROM products WHERE id = ANY (${uuids}::uuid[]) AND user_id <> ${userId})
        OR EXISTS (SELECT FROM sessions WHERE id = ANY (${uuids}::uuid[]) AND user_id <> ${userId})
        OR EXISTS (SELECT FROM api_keys WHERE id = ANY (${uuids}::uuid[]) AND user_id <> ${userId}) AS found`.execute(
    db,
  );
  return rows[0]?.found ?? false;
}
