import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';

const NAMES = { api: 'Orders API', file: 'Files' } as const;
/** One of each kind per client. */
const OWN = 'own';

/**
 * The source of orders that a program or a person sends. Created with the first orders. A disconnected one continues, so that its
 * orders are not imported twice.
 */
export async function ownSource(
  trx: Trx,
  userId: string,
  kind: keyof typeof NAMES,
  now: Date,
): Promise<{ id: string; userId: string }> {
  await sql`
    UPDATE order_sources SET state = 'active', updated_at = ${now}::timestamptz
    WHERE state = 'disconnected' AND id = (
      SELECT id FROM order_sources WHERE user_id = ${userId} AND kind = ${kind} AND external_id = ${OWN}
      ORDER BY (state <> 'disconnected') DESC, created_at DESC LIMIT 1)`.execute(trx);
  await sql`
    INSERT INTO order_sources (id, user_id, kind, name, external_id, settings, state, imported_at, created_at, updated_at)
    VALUES (${newId()}, ${userId}, ${kind}, ${NAMES[kind]}, ${OWN}, '{"notifyBuyer":false,"completeOrder":false}', 'active', ${now}::timestamptz,
      ${now}::timestamptz, ${now}::timestamptz)
    ON CONFLICT (user_id, kind, external_id) WHERE state <> 'disconnected' AND external_id <> '' DO UPDATE
    SET last_success_at = ${now}::timestamptz`.execute(trx);
  const { id } = await trx
    .selectFrom('order_sources')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('external_id', '=', OWN)
    .where('state', '<>', 'disconnected')
    .executeTakeFirstOrThrow();
  return { id, userId };
}
