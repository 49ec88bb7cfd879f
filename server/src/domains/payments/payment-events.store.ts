import { sql } from 'kysely';
import { insertedOne } from '../../platform/db/affected-rows.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { NewRow } from '../../platform/db/schema.ts';

/** `new` on first delivery; else whether the stored event is `unprocessed`, `processed` or `different`. */
type Delivery = 'new' | 'unprocessed' | 'processed' | 'different';

export async function storeEvent(db: Handle, event: NewRow<'payment_events'>): Promise<Delivery> {
  const isNew = await insertedOne(
    db
      .insertInto('payment_events')
      .values(event)
      .onConflict((conflict) => conflict.doNothing()),
  );
  if (isNew) return 'new';
  const { rows } = await sql<{ same: boolean; done: boolean }>`
    SELECT (kind, intent_id, news) IS NOT DISTINCT FROM (${event.kind}::text, ${event.intent_id}::text, ${event.news}::jsonb) AS same,
           processed_at IS NOT NULL AS done
    FROM payment_events WHERE provider = ${event.provider} AND event_id = ${event.event_id}`.execute(db);
  if (rows[0]?.same === false) return 'different';
  return rows[0]?.done ? 'processed' : 'unprocessed';
}

export const markProcessed = (
  db: Handle,
  { provider, eventId, at }: { provider: string; eventId: string; at: Date },
) =>
  db
    .updateTable('payment_events')
    .set({ processed_at: at })
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .where('processed_at', 'is', null)
    .execute();

export type OpenEvent = Awaited<ReturnType<typeof selectOpenEvents>>[number];

export const selectOpenEvents = (db: Handle, provider: string, limit: number) =>
  db
    .selectFrom('payment_events')
    .select(['event_id as id', 'kind', 'news', 'intent_id', 'received_at'])
    .where('provider', '=', provider)
    .where('processed_at', 'is', null)
    .orderBy('received_at')
    .limit(limit)
    .execute();
