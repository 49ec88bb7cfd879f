import { type Insertable, sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import type { PaymentEventsTable } from './payments.tables.ts';

/** What becomes of an event that arrives: the first of its id is kept, and one that says something else is not it. */
export type Arrival = 'kept' | 'waiting' | 'done' | 'differs';

export async function keepEvent(db: Handle, event: Insertable<PaymentEventsTable>): Promise<Arrival> {
  const inserted = await db
    .insertInto('payment_events')
    .values(event)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 1n) return 'kept';
  const { rows } = await sql<{ same: boolean; done: boolean }>`
    SELECT (kind, intent_id, news) IS NOT DISTINCT FROM (${event.kind}::text, ${event.intent_id}::text, ${event.news}::jsonb) AS same,
           processed_at IS NOT NULL AS done
    FROM payment_events WHERE provider = ${event.provider} AND event_id = ${event.event_id}`.execute(db);
  if (rows[0]?.same === false) return 'differs';
  return rows[0]?.done ? 'done' : 'waiting';
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
