import { MAX_LISTED_INCIDENTS } from '@lading/contract/incidents.ts';
import { sql } from 'kysely';
import { insertedOne, updatedOne } from '../../platform/db/affected-rows.ts';
import type { Handle, Trx } from '../../platform/db/database.ts';

interface Report {
  kind: string;
  objectId: string;
  detail: string;
}

/** False when the incident already exists, open or closed. */
export const insertIncident = (trx: Trx, { kind, objectId, detail }: Report, now: Date): Promise<boolean> =>
  insertedOne(
    trx
      .insertInto('incidents')
      .values({ kind, object_id: objectId, detail, first_seen_at: now, last_seen_at: now, resolved_at: null })
      .onConflict((conflict) => conflict.columns(['kind', 'object_id']).doNothing()),
  );

export const selectIncident = (db: Handle, kind: string, objectId: string) =>
  db
    .selectFrom('incidents')
    .select('resolved_at')
    .where('kind', '=', kind)
    .where('object_id', '=', objectId)
    .executeTakeFirst();

/** False when it is open, or when an admin closed it and it `staysClosed`. */
export function reopenIncident(
  trx: Trx,
  { kind, objectId, detail }: Report,
  now: Date,
  staysClosed: boolean,
): Promise<boolean> {
  let closed = trx
    .updateTable('incidents')
    .set({ detail, last_seen_at: now, resolved_at: null, settled_by: null, settled_note: null })
    .where('kind', '=', kind)
    .where('object_id', '=', objectId)
    .where('resolved_at', 'is not', null);
  if (staysClosed) closed = closed.where('settled_by', 'is', null);
  return updatedOne(closed);
}

export async function updateLastSeen(trx: Trx, { kind, objectId, detail }: Report, now: Date): Promise<void> {
  await trx
    .updateTable('incidents')
    .set({ detail, last_seen_at: now })
    .where('kind', '=', kind)
    .where('object_id', '=', objectId)
    .execute();
}

export async function resolveIncident(
  trx: Trx,
  { kind, objectId }: { kind: string; objectId: string },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('incidents')
    .set({ resolved_at: now })
    .where('kind', '=', kind)
    .where('object_id', '=', objectId)
    .where('resolved_at', 'is', null)
    .execute();
}

/** The objects with an open incident of this kind. */
export async function selectOpenObjects(db: Handle, kind: string): Promise<string[]> {
  const rows = await db
    .selectFrom('incidents')
    .select('object_id')
    .where('kind', '=', kind)
    .where('resolved_at', 'is', null)
    .execute();
  return rows.map((row) => row.object_id);
}

/** Which of these objects have an incident of this kind that an admin closed. */
export async function selectSettledObjects(
  db: Handle,
  kind: string,
  objectIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('incidents')
    .select('object_id')
    .where('kind', '=', kind)
    .where('object_id', 'in', objectIds)
    .where('settled_by', 'is not', null)
    .execute();
  return new Set(rows.map((row) => row.object_id));
}

/** Closes the open invariant incidents that a check started at `seenBefore` did not see again. */
export async function resolveUnseenInvariants(db: Handle, seenBefore: Date): Promise<void> {
  await db
    .updateTable('incidents')
    .set({ resolved_at: seenBefore })
    .where('kind', 'like', 'invariant\\_%')
    .where('resolved_at', 'is', null)
    .where('last_seen_at', '<', seenBefore)
    .execute();
}

/** Open invariant incidents that were last seen in this period. */
export const selectInvariantsSeen = (db: Handle, { from, before }: { from: Date; before: Date }) =>
  db
    .selectFrom('incidents')
    .select(['kind', 'object_id'])
    .where('kind', 'like', 'invariant\\_%')
    .where('resolved_at', 'is', null)
    .where('last_seen_at', '>=', from)
    .where('last_seen_at', '<', before)
    .execute();

/** False when it is not open. */
export const settleOpenIncident = (
  trx: Trx,
  { kind, objectId }: { kind: string; objectId: string },
  settled: { resolved_at: Date; settled_by: string; settled_note: string },
): Promise<boolean> =>
  updatedOne(
    trx
      .updateTable('incidents')
      .set(settled)
      .where('kind', '=', kind)
      .where('object_id', '=', objectId)
      .where('resolved_at', 'is', null),
  );

export const countOpenIncidents = async (db: Handle): Promise<number> =>
  (
    await db
      .selectFrom('incidents')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('resolved_at', 'is', null)
      .executeTakeFirstOrThrow()
  ).count;

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

/** In progress for longer than usual. `total` counts all of them, not only those listed. */
export interface Stalled {
  object_id: string;
  shipment_id: string | null;
  cents: number;
  state: string;
  since: Date;
  total: number;
}

/** The states are literals so that PostgreSQL can use the partial indexes on work in progress. */
export async function selectUnknownPurchases(db: Handle, before: Date): Promise<Stalled[]> {
  const { rows } = await sql<Stalled>`
    SELECT id AS object_id, id AS shipment_id, total_cents AS cents, state, created_at AS since, count(*) OVER () AS total
    FROM shipments WHERE state = 'purchase_unknown' AND created_at < ${before}
    ORDER BY created_at DESC LIMIT ${MAX_LISTED_INCIDENTS}`.execute(db);
  return rows;
}

export async function selectStalledRefunds(db: Handle, before: Date): Promise<Stalled[]> {
  const { rows } = await sql<Stalled>`
    SELECT id AS object_id, shipment_id, cents, state, created_at AS since, count(*) OVER () AS total
    FROM refunds WHERE state IN ('requested', 'submitted') AND created_at < ${before}
    ORDER BY created_at DESC LIMIT ${MAX_LISTED_INCIDENTS}`.execute(db);
  return rows;
}

/** Maps object IDs of any kind to the shipment they belong to, if any. */
export async function selectShipmentsOfObjects(
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
