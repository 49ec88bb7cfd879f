import type { AdminClientsQuery, ClientSort } from '@lading/contract/admin-clients.ts';
import type { Role } from '@lading/contract/constants.ts';
import { sql } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';
import { containing } from '../../platform/db/like-text.ts';

/** A literal, so that the planner can use the index on clients. */
const CLIENT = sql.lit<Role>('client');

const clients = (db: Handle) =>
  db.selectFrom('users').where('users.role', '=', CLIENT).where('users.erased_at', 'is', null);

const clientsWithCommission = (db: Handle) =>
  clients(db)
    .leftJoin('client_profiles', 'client_profiles.user_id', 'users.id')
    .leftJoin('client_pricing', 'client_pricing.user_id', 'users.id')
    .innerJoin('global_pricing', (join) => join.onTrue())
    .select((eb) => [
      'users.id',
      'users.full_name',
      'users.email',
      'users.phone',
      'users.status',
      'users.last_active_at',
      'client_profiles.default_address',
      eb('client_pricing.user_id', 'is', null).$castTo<boolean>().as('uses_global'),
      eb.fn.coalesce('client_pricing.markup_type', 'global_pricing.markup_type').as('markup_type'),
      eb.fn.coalesce('client_pricing.markup_value', 'global_pricing.markup_value').as('markup_value'),
    ]);

export type StoredClient = Awaited<ReturnType<ReturnType<typeof clientsWithCommission>['execute']>>[number];

type Filters = Pick<AdminClientsQuery, 'search' | 'status'>;

const matching = ({ search, status }: Filters) => {
  const part = containing(search ?? '');
  return sql<boolean>`
    ${status ? sql`users.status = ${status}` : sql`true`}
    AND ${search ? sql`(users.full_name ILIKE ${part} OR users.email ILIKE ${part})` : sql`true`}`;
};

/** The days to compare: from `middle` on, and from `start` until then. */
export interface TrendDays {
  start: string;
  middle: string;
  end: string;
}

interface Revenue {
  now: number;
  before: number;
}

/** (user_id, now, before) in cents. */
const revenues = ({ start, middle, end }: TrendDays) => sql<{ user_id: string } & Revenue>`
  SELECT user_id, coalesce(sum(gross_cents) FILTER (WHERE day >= ${middle}::date), 0)::bigint AS now,
         coalesce(sum(gross_cents) FILTER (WHERE day < ${middle}::date), 0)::bigint AS before
  FROM shipments_by_client_day WHERE day BETWEEN ${start}::date AND ${end}::date`;

export async function revenuesOf(
  db: Handle,
  userIds: readonly string[],
  days: TrendDays,
): Promise<Map<string, Revenue>> {
  const { rows } = await sql<{ user_id: string } & Revenue>`
    ${revenues(days)} AND user_id = ANY(${userIds}::uuid[]) GROUP BY user_id`.execute(db);
  return new Map(rows.map(({ user_id, ...revenue }) => [user_id, revenue]));
}

/** Null sorts by age alone. */
const SORTS = {
  newest: null,
  name: sql`lower(users.full_name)`,
  shipments: sql`(SELECT coalesce(sum(m.shipments), 0) FROM shipments_by_client_month m WHERE m.user_id = users.id)`,
  lastActive: sql`coalesce(users.last_active_at, '-infinity')`,
  revenue: sql`coalesce(revenue.now, 0)`,
  trend: sql`coalesce(revenue.now - revenue.before, 0)`,
} satisfies Record<ClientSort, unknown>;

export const selectClients = (db: Handle, query: AdminClientsQuery, days: TrendDays) => {
  const { sortBy, sortOrder, limit, page } = query;
  const direction = sortOrder === 'ASC' ? 'asc' : 'desc';
  const sort = SORTS[sortBy];
  let rows = clientsWithCommission(db).where(matching(query));
  if (sortBy === 'revenue' || sortBy === 'trend')
    rows = rows.leftJoin(
      sql<{ user_id: string } & Revenue>`(${revenues(days)} GROUP BY user_id)`.as<'revenue'>('revenue'),
      'revenue.user_id',
      'users.id',
    ) as unknown as typeof rows;
  if (sort) rows = rows.orderBy(sort, direction);
  const byAge = sort ? 'desc' : direction;
  return rows
    .orderBy('users.created_at', byAge)
    .orderBy('users.id', byAge)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
};

export async function countClients(db: Handle, filters: Filters): Promise<number> {
  const { count } = await clients(db)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(matching(filters))
    .executeTakeFirstOrThrow();
  return count;
}

/** Counts accounts by role, without erased ones. */
export async function countAccounts(db: Handle): Promise<Record<Role, number>> {
  const rows = await db
    .selectFrom('users')
    .select((eb) => ['role', eb.fn.countAll<number>().as('count')])
    .where('erased_at', 'is', null)
    .groupBy('role')
    .execute();
  return { client: 0, admin: 0, ...Object.fromEntries(rows.map(({ role, count }) => [role, count])) };
}

export const selectClient = (db: Handle, id: string) =>
  clientsWithCommission(db).where('users.id', '=', id).executeTakeFirst();

/** Blocks payments, purchases and other admins of this client until the transaction ends. */
export const lockClient = (trx: Trx, id: string) =>
  clients(trx)
    .select(['users.id', 'users.full_name', 'users.email', 'users.email_key', 'users.phone', 'users.status'])
    .where('users.id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export type LockedClient = NonNullable<Awaited<ReturnType<typeof lockClient>>>;

export async function countShipments(db: Handle, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('shipments_by_client_month')
    .select((eb) => ['user_id', sql<number>`sum(${eb.ref('shipments')})::bigint`.as('count')])
    .where(sql<boolean>`user_id = ANY(${userIds}::uuid[])`)
    .groupBy('user_id')
    .execute();
  return new Map(rows.map(({ user_id, count }) => [user_id, count]));
}

export async function deleteProfileOf(trx: Trx, userId: string): Promise<void> {
  for (const table of ['client_notes', 'client_profiles', 'saved_addresses', 'saved_parcels'] as const)
    await trx.deleteFrom(table).where('user_id', '=', userId).execute();
}
