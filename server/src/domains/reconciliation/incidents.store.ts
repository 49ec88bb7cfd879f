import { MAX_LISTED_INCIDENTS } from '@lading/contract/incidents.ts';
import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';

interface Sighting {
  kind: string;
  objectId: string;
  detail: string;
}

/** False when it was known before. */
export async function insertIncident(db: Handle, sighting: Sighting, now: Date): Promise<boolean> {
  const { kind, objectId, detail } = sighting;
  const result = await db
    .insertInto('incidents')
    .values({ kind, object_id: objectId, detail, first_seen_at: now, last_seen_at: now, resolved_at: null })
    .onConflict((conflict) => conflict.columns(['kind', 'object_id']).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Open or not. */
export const selectIncident = (db: Handle, kind: string, objectId: string) =>
  db
    .selectFrom('incidents')
    .select('resolved_at')
    .where('kind', '=', kind)
    .where('object_id', '=', objectId)
    .executeTakeFirst();

/** False when it was open already, or when a person's word keeps it closed. */
export async function reopenIncident(
  db: Handle,
  { kind, objectId, detail }: Sighting,
  now: Date,
  wordHolds: boolean,
): Promise<boolean> {
  let closed = db
    .updateTable('incidents')
    .set({ detail, last_seen_at: now, resolved_at: null, settled_by: null, settled_note: null })
    .where('kind', '=', kind)
    .where('object_id', '=', objectId)
    .where('resolved_at', 'is not', null);
  if (wordHolds) closed = closed.where('settled_by', 'is', null);
  return (await closed.executeTakeFirst()).numUpdatedRows === 1n;
}

export async function noteSighting(
  db: Handle,
  { kind, objectId, detail }: Sighting,
  now: Date,
): Promise<void> {
  await db
    .updateTable('incidents')
    .set({ detail, last_seen_at: now })
    .where('kind', '=', kind)
    .where('object_id', '=', objectId)
    .execute();
}

export async function resolveIncident(
  db: Handle,
  { kind, objectId }: { kind: string; objectId: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable('incidents')
    .set({ resolved_at: now })
    .where('kind', '=', kind)
    .where('object_id', '=', objectId)
    .where('resolved_at', 'is', null)
    .execute();
}

/** False when it is not open. */
export async function settleOpenIncident(
  db: Handle,
  { kind, objectId }: { kind: string; objectId: string },
  settled: { resolved_at: Date; settled_by: string; settled_note: string },
): Promise<boolean> {
  const result = await db
    .updateTable('incidents')
    .set(settled)
    .where('kind', '=', kind)
    .where('object_id', '=', objectId)
    .where('resolved_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export const selectOpenIncidents = (db: Handle) =>
  db
    .selectFrom('incidents')
    .select(['kind', 'object_id', 'detail', 'first_seen_at', 'last_seen_at'])
    .where('resolved_at', 'is', null)
    .orderBy('first_seen_at', 'desc')
    .orderBy('kind')
    .orderBy('object_id')
    .limit(MAX_LISTED_INCIDENTS)
    .execute();

/** Something between two states for longer than usual; `total` counts all of them. */
export interface Lingering {
  object_id: string;
  shipment_id: string | null;
  cents: number;
  state: string;
  since: Date;
  total: number;
}

/** The states are written out, so that the small indexes of what is in passing serve. */
export async function selectUnknownPurchases(db: Handle, before: Date): Promise<Lingering[]> {
  const { rows } = await sql<Lingering>`
    SELECT id AS object_id, id AS shipment_id, total_cents AS cents, state, created_at AS since, count(*) OVER () AS total
    FROM shipments WHERE state = 'purchase_unknown' AND created_at < ${before}
    ORDER BY created_at DESC LIMIT ${MAX_LISTED_INCIDENTS}`.execute(db);
  return rows;
}

export async function selectLingeringRefunds(db: Handle, before: Date): Promise<Lingering[]> {
  const { rows } = await sql<Lingering>`
    SELECT id AS object_id, shipment_id, cents, state, created_at AS since, count(*) OVER () AS total
    FROM refunds WHERE state IN ('requested', 'submitted') AND created_at < ${before}
    ORDER BY created_at DESC LIMIT ${MAX_LISTED_INCIDENTS}`.execute(db);
  return rows;
}

/** The shipment behind each object, whatever the object is, where there is one. */
export async function selectShipmentsBehind(
  db: Handle,
  objectIds: readonly string[],
): Promise<Map<string, string>> {
  const ids = sql`(${sql.val([...objectIds])})::uuid[]`;
  const { rows } = await sql<{ object_id: string; shipment_id: string }>`
    SELECT id AS object_id, id AS shipment_id FROM shipments WHERE id = ANY (${ids})
    UNION ALL SELECT id, shipment_id FROM refunds WHERE id = ANY (${ids}) AND shipment_id IS NOT NULL
    UNION ALL SELECT id, shipment_id FROM purchase_attempts WHERE id = ANY (${ids})
    UNION ALL SELECT id, consumed_by FROM quotes WHERE id = ANY (${ids}) AND consumed_by IS NOT NULL
    UNION ALL SELECT d.id, (array_agg(s.id))[1] FROM disputes d JOIN shipments s ON s.payment_id = d.payment_id
    WHERE d.id = ANY (${ids}) GROUP BY d.id HAVING count(*) = 1`.execute(db);
  return new Map(rows.map((row) => [row.object_id, row.shipment_id]));
}
