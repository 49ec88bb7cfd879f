import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { relaxedCommit } from '../../platform/db/relaxed-commit.ts';
import type { NewRow } from '../../platform/db/schema.ts';
import { runTogether, type StatementPart } from '../../platform/db/statement-parts.ts';
import { PAYMENT_COLUMNS, type StoredPayment } from './payments.store.ts';

/** `new` on first delivery; else whether the stored event is `unprocessed`, `processed` or `different`. */
type Delivery = 'new' | 'unprocessed' | 'processed' | 'different';

/**
 * Stores an event. A new one comes with the payment that it is about. What an event about an intent causes is stored
 * afterward, and the sweep asks about open intents anyway; other events exist only here.
 */
export async function storeEvent(
  db: Handle,
  event: NewRow<'payment_events'>,
): Promise<{ delivery: Delivery; payment: StoredPayment | undefined }> {
  const [stored] = await runTogether(
    db,
    [
      sql`
      stored AS (
        INSERT INTO payment_events (provider, event_id, kind, news, intent_id, received_at, processed_at)
        VALUES (${event.provider}, ${event.event_id}, ${event.kind}, ${event.news}, ${event.intent_id}, ${event.received_at},
          ${event.processed_at})
        ON CONFLICT DO NOTHING RETURNING provider, intent_id
      )`,
    ],
    sql<StoredPayment | { id: null }>`
      SELECT ${sql.join(PAYMENT_COLUMNS.map((column) => sql.ref(`p.${column}`)))}${event.kind === 'intent' ? sql`, ${relaxedCommit(db)}` : sql``}
      FROM stored LEFT JOIN payments p ON p.provider = stored.provider AND p.intent_id = stored.intent_id`,
  );
  if (stored) return { delivery: 'new', payment: stored.id === null ? undefined : stored };
  return { delivery: await deliveryOf(db, event), payment: undefined };
}

async function deliveryOf(db: Handle, event: NewRow<'payment_events'>): Promise<Delivery> {
  const { rows } = await sql<{ same: boolean; done: boolean }>`
    SELECT (kind, intent_id, news) IS NOT DISTINCT FROM (${event.kind}::text, ${event.intent_id}::text, ${event.news}::jsonb) AS same,
           processed_at IS NOT NULL AS done
    FROM payment_events WHERE provider = ${event.provider} AND event_id = ${event.event_id}`.execute(db);
  if (rows[0]?.same === false) return 'different';
  return rows[0]?.done ? 'processed' : 'unprocessed';
}

interface Processed {
  provider: string;
  eventId: string;
  at: Date;
}

export const markProcessed = (db: Handle, processed: Processed) =>
  runTogether(db, [processedPart(processed)], sql`SELECT ${relaxedCommit(db)}`);

export const processedPart = ({ provider, eventId, at }: Processed): StatementPart => sql`
  processed AS (
    UPDATE payment_events SET processed_at = ${at}
    WHERE provider = ${provider} AND event_id = ${eventId} AND processed_at IS NULL
  )`;

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
