import type { SourceError } from '@lading/contract/orders/order-sources.ts';
import { sql } from 'kysely';
import { updatedOne } from '../../platform/db/affected-rows.ts';
import type { Handle, Trx } from '../../platform/db/database.ts';
import { fromNow } from '../../platform/db/database-time.ts';
import { INSTANCE_ID, isHeldByDead } from '../../platform/db/instances.ts';
import type { StoredSource } from './order-sources.deps.ts';

/** Claims the source that has been due longest, except these. Those of clients who can't sign in are left alone. */
export async function claimDueSource(
  db: Handle,
  except: readonly string[],
  leaseMs: number,
): Promise<StoredSource | undefined> {
  const { rows } = await sql<StoredSource>`
    UPDATE order_sources SET lease_until = ${fromNow(leaseMs)}, held_by = ${INSTANCE_ID}
    WHERE id = (
      SELECT s.id FROM order_sources s JOIN users u ON u.id = s.user_id
      WHERE s.state = 'active' AND s.next_read_at <= now() AND u.status = 'active' AND u.erased_at IS NULL
        AND (s.lease_until IS NULL OR s.lease_until <= now() OR ${isHeldByDead('s.held_by')})
        AND s.id <> ALL(${except}::uuid[])
      ORDER BY s.next_read_at LIMIT 1 FOR UPDATE OF s SKIP LOCKED)
    RETURNING *`.execute(db);
  return rows[0];
}

/** Where a reading continues. */
export interface ReadingPosition {
  startedAt: Date;
  page: string | null;
}

const held = (db: Handle, id: string) =>
  db
    .updateTable('order_sources')
    .where('id', '=', id)
    .where('held_by', '=', INSTANCE_ID)
    .where('state', '=', 'active');

export const startReading = (
  db: Handle,
  id: string,
  { since, startedAt }: { since: Date | null; startedAt: Date },
): Promise<boolean> =>
  updatedOne(
    held(db, id).set({ read_since: since, read_started_at: startedAt, read_page: null, import_read: 0 }),
  );

const atPosition = (trx: Trx, id: string, { startedAt, page }: ReadingPosition) =>
  held(trx, id)
    .where('read_started_at', '=', startedAt)
    .where(sql<boolean>`read_page IS NOT DISTINCT FROM ${page}`);

interface ReadPage {
  /** How many orders the page has. */
  count: number;
  total: number | null;
  /** The newest change of its orders. */
  newest: Date | null;
}

const progressOf = ({ count, total, newest }: ReadPage) => ({
  import_read: sql<number>`import_read + ${count}`,
  import_total: sql<number | null>`coalesce(${total}::integer, import_total)`,
  newest_change: sql<Date | null>`greatest(newest_change, ${newest}::timestamptz)`,
});

/** False when another process has moved on, or the client has paused or disconnected the source. */
export const advanceReading = (
  trx: Trx,
  id: string,
  at: ReadingPosition,
  page: ReadPage & { next: string },
  leaseMs: number,
): Promise<boolean> =>
  updatedOne(
    atPosition(trx, id, at).set({
      ...progressOf(page),
      read_page: page.next,
      // A store that allows few calls interrupts a long list often. Each page is progress.
      failures: 0,
      lease_until: fromNow(leaseMs),
    }),
  );

/** Everything that changed before the reading started is stored. */
export const finishReading = (
  trx: Trx,
  id: string,
  at: ReadingPosition,
  page: ReadPage,
  now: Date,
): Promise<boolean> =>
  updatedOne(
    atPosition(trx, id, at).set({
      ...progressOf(page),
      changed_until: at.startedAt,
      imported_at: sql<Date>`coalesce(imported_at, ${now})`,
      read_page: null,
      read_since: null,
      read_started_at: null,
    }),
  );

/** A claimed source, with the time that made it due. */
type ReadSource = Pick<StoredSource, 'id' | 'next_read_at'>;

/** False if another read was requested during this one. Compares milliseconds, because the driver drops microseconds. */
const isStillDueAt = ({ next_read_at }: ReadSource) =>
  sql<boolean>`date_trunc('milliseconds', next_read_at) IS NOT DISTINCT FROM ${next_read_at}::timestamptz`;

/** A request that arrived during the reading stays due, because the reading may have missed its change. */
export async function releaseRead(
  db: Handle,
  source: ReadSource,
  now: Date,
  nextReadMs: number,
): Promise<void> {
  await held(db, source.id)
    .set({
      next_read_at: sql<Date>`CASE WHEN ${isStillDueAt(source)} THEN ${fromNow(nextReadMs)} ELSE next_read_at END`,
      failures: 0,
      last_success_at: now,
      last_error: null,
      last_error_at: null,
      lease_until: null,
      held_by: null,
    })
    .execute();
}

/** After this many failures in a row, a reading starts again: the store may no longer know its page. */
const RESTART_AFTER = 3;

const unlessRestarted = <T>(column: string) =>
  sql<T | null>`CASE WHEN (failures + 1) % ${RESTART_AFTER} = 0 THEN NULL ELSE ${sql.ref(column)} END`;

/** A request that came during the reading, such as new credentials, stays due, and the failure no longer counts. */
export async function releaseFailedRead(
  db: Handle,
  source: ReadSource,
  failure: { error: SourceError; now: Date; waitMs: number },
): Promise<void> {
  const isNoted = await updatedOne(
    held(db, source.id)
      .where(isStillDueAt(source))
      .set({
        failures: sql<number>`failures + 1`,
        last_error: JSON.stringify(failure.error),
        last_error_at: failure.now,
        next_read_at: fromNow(failure.waitMs),
        lease_until: null,
        held_by: null,
        read_page: unlessRestarted<string>('read_page'),
        read_since: unlessRestarted<Date>('read_since'),
        read_started_at: unlessRestarted<Date>('read_started_at'),
      }),
  );
  if (!isNoted) await held(db, source.id).set({ lease_until: null, held_by: null }).execute();
}

/** Whether the daily comparison is due. */
export async function isComparisonDue(db: Handle, id: string, everyMs: number): Promise<boolean> {
  const found = await db
    .selectFrom('order_sources')
    .select('id')
    .where('id', '=', id)
    .where('imported_at', 'is not', null)
    .where(sql<boolean>`(counted_at IS NULL OR counted_at <= ${fromNow(-everyMs)})`)
    .executeTakeFirst();
  return found !== undefined;
}

/** Extends leases during long calls. A lost claim is not taken back. A locked source is skipped and extended next time. */
export async function extendLeases(db: Handle, ids: readonly string[], leaseMs: number): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    UPDATE order_sources SET lease_until = ${fromNow(leaseMs)}
    WHERE id IN (
      SELECT id FROM order_sources
      WHERE id = ANY(${ids}::uuid[]) AND held_by = ${INSTANCE_ID} AND state = 'active' FOR UPDATE SKIP LOCKED)`.execute(
    db,
  );
}

/** Keeps the claim during a long comparison. False when it is lost. */
export const extendLease = (db: Handle, id: string, leaseMs: number): Promise<boolean> =>
  updatedOne(held(db, id).set({ lease_until: fromNow(leaseMs) }));

/** A larger `agoMs` makes the next comparison due earlier. */
export async function markCompared(db: Handle, id: string, agoMs: number): Promise<void> {
  await held(db, id)
    .set({ counted_at: fromNow(-agoMs) })
    .execute();
}
