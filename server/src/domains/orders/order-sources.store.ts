import type { SourceError } from '@lading/contract/orders/order-sources.ts';
import { sql, type Updateable } from 'kysely';
import { updatedOne } from '../../platform/db/affected-rows.ts';
import type { Handle, Trx } from '../../platform/db/database.ts';
import { literals } from '../../platform/db/literals.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { StoredSource } from './order-sources.deps.ts';

type SourceChanges = Updateable<Schema['order_sources']>;

const OPEN_STATUSES = literals(['ready', 'attention', 'held', 'in_progress']);
const WAITING_STATES = literals(['to_report', 'reporting', 'to_withdraw', 'withdrawing']);
/** Counting stops here. */
const MAX_COUNT = 100_000;

export interface SourceWithCounts extends StoredSource {
  open_orders: number;
  all_orders: number;
  refused_reports: number;
  waiting_reports: number;
}

/** Without disconnected ones, oldest first. */
export async function selectSourcesWithCounts(
  db: Handle,
  userId: string,
  id: string | null = null,
): Promise<SourceWithCounts[]> {
  const { rows } = await sql<SourceWithCounts>`
    SELECT s.*,
           (SELECT count(*) FROM orders o WHERE o.user_id = s.user_id AND o.status IN (${OPEN_STATUSES}) AND o.source_id = s.id) AS open_orders,
           (SELECT count(*) FROM (SELECT FROM orders o WHERE o.source_id = s.id LIMIT ${MAX_COUNT}) counted) AS all_orders,
           (SELECT count(*) FROM order_reports r WHERE r.source_id = s.id AND r.state = 'refused' AND r.message IS NOT NULL) AS refused_reports,
           (SELECT count(*) FROM order_reports r WHERE r.source_id = s.id AND r.state IN (${WAITING_STATES})) AS waiting_reports
    FROM order_sources s
    WHERE s.user_id = ${userId} AND s.state <> 'disconnected' AND (${id}::uuid IS NULL OR s.id = ${id}::uuid)
    ORDER BY s.created_at, s.id`.execute(db);
  return rows;
}

export const selectSource = (db: Handle, id: string): Promise<StoredSource | undefined> =>
  db.selectFrom('order_sources').selectAll().where('id', '=', id).executeTakeFirst();

/** The same store, of every client who has connected it. */
export const selectActiveSources = (
  db: Handle,
  kind: StoredSource['kind'],
  externalId: string,
): Promise<StoredSource[]> =>
  db
    .selectFrom('order_sources')
    .selectAll()
    .where('kind', '=', kind)
    .where('external_id', '=', externalId)
    .where('state', '=', 'active')
    .execute();

const ownSource = (db: Handle, userId: string, id: string) =>
  db
    .selectFrom('order_sources')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('state', '<>', 'disconnected');

/** Undefined for a disconnected source, and for one of another client. */
export const selectOwnSource = (db: Handle, userId: string, id: string): Promise<StoredSource | undefined> =>
  ownSource(db, userId, id).executeTakeFirst();

/** The same, locked. Orders can still be added to it. */
export const lockOwnSource = (trx: Trx, userId: string, id: string): Promise<StoredSource | undefined> =>
  ownSource(trx, userId, id).forNoKeyUpdate().executeTakeFirst();

export async function countSources(db: Handle, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('order_sources')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('state', '<>', 'disconnected')
    .executeTakeFirstOrThrow();
  return count;
}

/** The same store, connected earlier. */
export const lockDisconnected = (trx: Trx, store: Pick<StoredSource, 'user_id' | 'kind' | 'external_id'>) =>
  trx
    .selectFrom('order_sources')
    .select('id')
    .where('user_id', '=', store.user_id)
    .where('kind', '=', store.kind)
    .where('external_id', '=', store.external_id)
    .where('external_id', '<>', '')
    .where('state', '=', 'disconnected')
    .orderBy('created_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();

export const ONE_PER_SHOP = 'order_sources_one_per_shop';

export async function insertSource(
  trx: Trx,
  source: Pick<StoredSource, 'id' | 'user_id' | 'kind' | 'created_at' | 'settings'> & SourceColumns,
): Promise<void> {
  await trx
    .insertInto('order_sources')
    .values({
      ...source,
      settings: JSON.stringify(source.settings),
      state: 'active',
      updated_at: source.created_at,
      next_read_at: sql<Date>`now()`,
    })
    .execute();
}

/** Columns from the store's answer and the client's form. */
export type SourceColumns = Pick<
  StoredSource,
  'name' | 'address' | 'external_id' | 'currency' | 'warnings' | 'secrets' | 'webhook_secret'
>;

export async function updateSource(trx: Trx, id: string, changes: SourceChanges): Promise<void> {
  await trx.updateTable('order_sources').set(changes).where('id', '=', id).execute();
}

/** Clears the last error, and reads the store soon if it can be read. */
export async function resume(trx: Trx, id: string, isReadable: boolean): Promise<void> {
  await trx
    .updateTable('order_sources')
    .set({
      state: 'active',
      failures: 0,
      last_error: null,
      last_error_at: null,
      next_read_at: isReadable ? sql<Date>`now()` : null,
    })
    .where('id', '=', id)
    .execute();
}

/** Reads the store soon, unless the client has paused or disconnected it. */
export async function readSoon(db: Handle, id: string): Promise<void> {
  await db
    .updateTable('order_sources')
    .set({ state: 'active', next_read_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', 'in', ['active', 'refused'])
    .execute();
}

/** Deletes the credentials, and everything that is useless without them. */
export async function disconnect(trx: Trx, id: string, now: Date): Promise<void> {
  await trx
    .updateTable('order_sources')
    .set({
      state: 'disconnected',
      secrets: null,
      webhook_secret: null,
      subscribed_at: null,
      next_read_at: null,
      read_page: null,
      read_since: null,
      read_started_at: null,
      lease_until: null,
      held_by: null,
      renewing_until: null,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
  await trx.deleteFrom('order_look_ups').where('source_id', '=', id).execute();
  await trx.deleteFrom('order_counts').where('source_id', '=', id).execute();
}

/** False if the source is no longer read, or has other credentials than those that the store refused. */
export const markRefused = (
  trx: Trx,
  { id, secrets }: Pick<StoredSource, 'id' | 'secrets'>,
  error: SourceError,
  now: Date,
): Promise<boolean> =>
  updatedOne(
    trx
      .updateTable('order_sources')
      .set({
        state: 'refused',
        last_error: JSON.stringify(error),
        last_error_at: now,
        next_read_at: null,
        lease_until: null,
        held_by: null,
        updated_at: now,
      })
      .where('id', '=', id)
      .where('state', '=', 'active')
      .where('secrets', '=', secrets),
  );

export async function markSubscribed(db: Handle, id: string, now: Date): Promise<void> {
  await db
    .updateTable('order_sources')
    .set({ subscribed_at: now })
    .where('id', '=', id)
    .where('state', '=', 'active')
    .execute();
}

/** Claims the renewal of the credentials; undefined while another process renews them. */
export const claimRenewal = (
  db: Handle,
  id: string,
  leaseMs: number,
): Promise<Pick<StoredSource, 'user_id' | 'secrets' | 'renewing_until'> | undefined> =>
  db
    .updateTable('order_sources')
    .set({
      renewing_until: sql<Date>`date_trunc('milliseconds', now() + ${leaseMs} * interval '1 millisecond')`,
    })
    .where('id', '=', id)
    .where('secrets', 'is not', null)
    .where(sql<boolean>`(renewing_until IS NULL OR renewing_until <= now())`)
    .returning(['user_id', 'secrets', 'renewing_until'])
    .executeTakeFirst();

/** False if the claim has ended: another process may have newer credentials. Null keeps the credentials. */
export const finishRenewal = (
  db: Handle,
  id: string,
  claim: Date | null,
  secrets: Buffer | null,
): Promise<boolean> =>
  updatedOne(
    db
      .updateTable('order_sources')
      .set({ renewing_until: null, ...(secrets && { secrets }) })
      .where('id', '=', id)
      .where('renewing_until', '=', claim),
  );
