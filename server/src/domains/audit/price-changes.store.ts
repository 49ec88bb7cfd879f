import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';

const TYPE = sql.lit('UPDATE_PRICING');

const ofClient = (clientId: string | null) =>
  clientId ? sql<boolean>`l.details ->> 'clientId' = ${clientId}` : sql<boolean>`true`;

export interface StoredPriceChange {
  log_id: string;
  recorded_at: Date;
  by: string | null;
  client_id: string | null;
  client_name: string | null;
  before: string;
  after: string;
}

/** Newest first. Without a client, the changes of all prices. */
export async function selectPriceChanges(
  db: Handle,
  clientId: string | null,
  { offset, limit }: { offset: number; limit: number },
): Promise<StoredPriceChange[]> {
  const { rows } = await sql<StoredPriceChange>`
    SELECT l.log_id, l.recorded_at, a.full_name AS by, c.id AS client_id, c.full_name AS client_name,
           coalesce(l.details ->> 'before', '') AS before, coalesce(l.details ->> 'after', '') AS after
    FROM audit_logs l LEFT JOIN users a ON a.id = l.user_id
    LEFT JOIN users c ON c.id::text = l.details ->> 'clientId'
    WHERE l.event_type = ${TYPE} AND ${ofClient(clientId)}
    ORDER BY l.recorded_at DESC, l.seq DESC LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
}

export async function countPriceChanges(db: Handle, clientId: string | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM audit_logs l WHERE l.event_type = ${TYPE} AND ${ofClient(clientId)}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
