import type { AdminShipmentsFilter, LabelFilter, ShipmentSort } from '@lading/contract/admin-shipments.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../../../platform/db/database.ts';
import { dayEnd, dayOf, dayStart } from '../../../platform/db/operator-days.ts';
import type { DayCount } from '../../../platform/db/page-by-day.ts';

/** `pattern` is the search text as a LIKE pattern. */
export type ShipmentFilter = Pick<
  AdminShipmentsFilter,
  'status' | 'carrier' | 'clientId' | 'label' | 'startDate' | 'endDate'
> & { pattern: string | null };

/** `none` and `voided` are part of the condition of the index `shipments_exceptions_by_time`. */
const WITH_LABEL: Readonly<Record<LabelFilter, RawBuilder<boolean>>> = {
  none: sql`shipments.purchased_at IS NULL`,
  made: sql`shipments.purchased_at IS NOT NULL AND shipments.state <> 'voided'`,
  voided: sql`shipments.state = 'voided'`,
  not_voided: sql`shipments.state <> 'voided'`,
};

export function filteredShipments(db: Handle, filter: ShipmentFilter) {
  let rows = db.selectFrom('shipments');
  if (filter.status) rows = rows.where('shipments.status', '=', filter.status);
  if (filter.carrier) rows = rows.where('shipments.carrier', '=', filter.carrier);
  if (filter.clientId) rows = rows.where('shipments.user_id', '=', filter.clientId);
  if (filter.label) rows = rows.where(WITH_LABEL[filter.label]);
  if (filter.pattern) rows = rows.where('shipments.tracking_number', 'like', filter.pattern);
  if (filter.startDate) rows = rows.where('shipments.created_at', '>=', dayStart(filter.startDate));
  if (filter.endDate) rows = rows.where('shipments.created_at', '<', dayEnd(filter.endDate));
  return rows;
}

const inOrder = (db: Handle, filter: ShipmentFilter, direction: 'asc' | 'desc') =>
  filteredShipments(db, filter)
    .select('shipments.id')
    .orderBy('shipments.created_at', direction)
    .orderBy('shipments.id', direction);

interface Slice {
  offset: number;
  limit: number;
}

/** Shipments per day, newest first. The totals cannot be filtered by client, label or tracking number. */
export function selectDays(db: Handle, filter: ShipmentFilter): Promise<DayCount[]> {
  let days = db
    .selectFrom('shipments_by_day')
    .select(['day', sql<number>`sum(shipments)::bigint`.as('count')])
    .groupBy('day')
    .orderBy('day', 'desc');
  if (filter.status) days = days.where('status', '=', filter.status);
  if (filter.carrier) days = days.where('carrier', '=', filter.carrier);
  if (filter.startDate) days = days.where('day', '>=', filter.startDate);
  if (filter.endDate) days = days.where('day', '<=', filter.endDate);
  return days.execute();
}

/** The same without totals, for the few shipments that have no label or a voided one. */
export const countDays = (
  db: Handle,
  filter: ShipmentFilter & { label: 'none' | 'voided' },
): Promise<DayCount[]> =>
  filteredShipments(db, filter)
    .select([dayOf(sql`shipments.created_at`).as('day'), sql<number>`count(*)`.as('count')])
    .groupBy('day')
    .orderBy('day', 'desc')
    .execute();

/** Newest first, starting with this day. */
export const selectIdsFromDay = async (
  db: Handle,
  filter: ShipmentFilter,
  day: string,
  { offset, limit }: Slice,
): Promise<string[]> =>
  idsOf(
    await inOrder(db, { ...filter, endDate: day }, 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
  );

export const selectClientTotal = async (db: Handle, clientId: string): Promise<number> =>
  (
    await db
      .selectFrom('shipments_by_client_month')
      .select(sql<number>`coalesce(sum(shipments), 0)::bigint`.as('count'))
      .where('user_id', '=', clientId)
      .executeTakeFirstOrThrow()
  ).count;

export const countShipments = async (db: Handle, filter: ShipmentFilter): Promise<number> =>
  (
    await filteredShipments(db, filter)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

/** Reads from the nearer end of the list, so the IDs may be in either order. */
export const selectIds = async (
  db: Handle,
  filter: ShipmentFilter,
  { offset, limit }: Slice,
  total: number,
): Promise<string[]> => {
  const isNearEnd = offset > total / 2;
  const fromEnd = Math.max(0, total - offset - limit);
  return idsOf(
    await inOrder(db, filter, isNearEnd ? 'asc' : 'desc')
      .limit(Math.min(limit, total - offset))
      .offset(isNearEnd ? fromEnd : offset)
      .execute(),
  );
};

/**
 * One page of a search with too many matches to collect. Selects `*` so that `prepared-pool.ts` does not
 * cache the plan: no single plan suits every search text.
 */
export const selectFrequentIds = async (
  db: Handle,
  filter: ShipmentFilter,
  { offset, limit }: Slice,
): Promise<string[]> =>
  idsOf(
    await db
      .selectFrom(inOrder(db, filter, 'desc').limit(limit).offset(offset).as('frequent'))
      .selectAll('frequent')
      .execute(),
  );

export interface Order {
  sortBy: ShipmentSort;
  sortOrder: 'ASC' | 'DESC';
}

const SORTED_BY = {
  date: null,
  cost: 'total_cents',
  status: 'status',
  carrier: 'carrier',
} as const satisfies Record<ShipmentSort, string | null>;

/**
 * One page in any order. The directions of all columns are those of an index, read forward or backward, from
 * the nearer end.
 */
export async function selectSortedIds(
  db: Handle,
  filter: ShipmentFilter,
  { sortBy, sortOrder }: Order,
  { offset, limit }: Slice,
  total: number,
): Promise<string[]> {
  const shown = Math.min(limit, total - offset);
  const isNearEnd = offset > total / 2;
  const column = SORTED_BY[sortBy];
  // Indexes by cost are descending; those by status and carrier ascend, with the newest first in each.
  const newestFirst = (sortBy === 'date' || sortBy === 'cost') === (sortOrder === 'DESC');
  const direction = (first: boolean) => (first === isNearEnd ? 'asc' : 'desc');
  const byTime = direction(newestFirst);
  const byColumn = direction(sortOrder === 'DESC');
  let rows = filteredShipments(db, filter).select('shipments.id');
  if (column) rows = rows.orderBy(`shipments.${column}`, byColumn);
  const page = rows
    .orderBy('shipments.created_at', byTime)
    .orderBy('shipments.id', byTime)
    .limit(shown)
    .offset(isNearEnd ? total - offset - shown : offset);
  // Selects `*` so that the plan is not cached: no single plan suits every filter.
  const ids = idsOf(await db.selectFrom(page.as('page')).selectAll('page').execute());
  return isNearEnd ? ids.toReversed() : ids;
}

/**
 * Counts up to `maxMatches` matches of a search and returns one page of them. Collects the matches before
 * sorting, because scanning the sorted list for a few matches could read all of it.
 */
export async function selectMatches(
  db: Handle,
  filter: ShipmentFilter,
  maxMatches: number,
  { sortBy, sortOrder }: Order,
  { offset, limit }: Slice,
): Promise<{ count: number; ids: string[] }> {
  const column = SORTED_BY[sortBy];
  const direction = sortOrder === 'DESC' ? sql`DESC` : sql`ASC`;
  const newestFirst = column === null && sortOrder === 'ASC' ? sql`ASC` : sql`DESC`;
  const order = sql`${column ? sql`${sql.ref(column)} ${direction},` : sql``} created_at ${newestFirst}, id ${newestFirst}`;
  const found = filteredShipments(db, filter)
    .select([
      'shipments.id',
      'shipments.created_at',
      'shipments.total_cents',
      'shipments.status',
      'shipments.carrier',
    ])
    .limit(maxMatches);
  return db
    .with(
      (cte) => cte('found').materialized(),
      () => found,
    )
    .selectNoFrom([
      sql<number>`(SELECT count(*) FROM found)`.as('count'),
      sql<string[]>`ARRAY(SELECT id::text FROM found ORDER BY ${order} LIMIT ${limit} OFFSET ${offset})`.as(
        'ids',
      ),
    ])
    .executeTakeFirstOrThrow();
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);
