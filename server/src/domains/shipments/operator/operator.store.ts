import type { AdminShipmentsFilter } from '@lading/contract/admin-shipments.ts';
import { sql } from 'kysely';
import type { Handle } from '../../../platform/db/database.ts';
import { dayEnd, dayStart } from '../../../platform/db/operator-days.ts';
import type { DayCount } from '../../../platform/db/page-by-day.ts';

/** `pattern` is the search text as a LIKE pattern. */
export type ShipmentFilter = Pick<
  AdminShipmentsFilter,
  'status' | 'carrier' | 'clientId' | 'startDate' | 'endDate'
> & { pattern: string | null };

function filtered(db: Handle, filter: ShipmentFilter) {
  let rows = db.selectFrom('shipments');
  if (filter.status) rows = rows.where('shipments.status', '=', filter.status);
  if (filter.carrier) rows = rows.where('shipments.carrier', '=', filter.carrier);
  if (filter.clientId) rows = rows.where('shipments.user_id', '=', filter.clientId);
  if (filter.pattern) rows = rows.where('shipments.tracking_number', 'like', filter.pattern);
  if (filter.startDate) rows = rows.where('shipments.created_at', '>=', dayStart(filter.startDate));
  if (filter.endDate) rows = rows.where('shipments.created_at', '<', dayEnd(filter.endDate));
  return rows;
}

const inOrder = (db: Handle, filter: ShipmentFilter, direction: 'asc' | 'desc') =>
  filtered(db, filter)
    .select('shipments.id')
    .orderBy('shipments.created_at', direction)
    .orderBy('shipments.id', direction);

interface Slice {
  offset: number;
  limit: number;
}

/** Shipments per day, newest first. The totals cannot be filtered by client or tracking number. */
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
    await filtered(db, filter)
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
 * Counts up to `maxMatches` matches and returns one page of them. Collects the matches before sorting,
 * because scanning the sorted list for a few matches could read all of it.
 */
export async function selectMatches(
  db: Handle,
  filter: ShipmentFilter,
  maxMatches: number,
  { offset, limit }: Slice,
): Promise<{ count: number; ids: string[] }> {
  const found = filtered(db, filter).select(['shipments.id', 'shipments.created_at']).limit(maxMatches);
  return db
    .with(
      (cte) => cte('found').materialized(),
      () => found,
    )
    .selectNoFrom([
      sql<number>`(SELECT count(*) FROM found)`.as('count'),
      sql<
        string[]
      >`ARRAY(SELECT id::text FROM found ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${offset})`.as(
        'ids',
      ),
    ])
    .executeTakeFirstOrThrow();
}

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

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** Includes refunds that are not paid yet. */
const refundedCents = sql<number>`coalesce((
  SELECT sum(cents) FROM refunds WHERE refunds.shipment_id = shipments.id AND refunds.state <> 'failed'), 0)::bigint`;

export const selectListed = (db: Handle, ids: readonly string[]) =>
  db
    .selectFrom('shipments')
    .innerJoin('users', 'users.id', 'shipments.user_id')
    .select([
      'shipments.id',
      'shipments.user_id',
      'shipments.tracking_number',
      'users.full_name',
      'users.email',
      'shipments.status',
      'shipments.sender',
      'shipments.receiver as recipient',
      'shipments.carrier',
      'shipments.created_at',
      'shipments.purchased_at',
      'shipments.total_cents',
      refundedCents.as('refunded_cents'),
    ])
    .where(sql<boolean>`shipments.id = ANY(${ids}::uuid[])`)
    .orderBy('shipments.created_at', 'desc')
    .orderBy('shipments.id', 'desc')
    .execute();

export type ListedShipment = Awaited<ReturnType<typeof selectListed>>[number];

const text = (value: ReturnType<typeof sql<string | null>>) => sql<string>`csv_text(${value})`;
const dollars = (cents: ReturnType<typeof sql<number>>) => sql<string>`(${cents} / 100.0)::numeric(20, 2)`;
const place = (column: 'sender' | 'receiver') => {
  const part = (name: string) => sql`nullif(${sql.ref(`shipments.${column}`)} ->> ${sql.lit(name)}, '')`;
  const foreignCountry = sql`nullif(${part('country')}, 'US')`;
  return sql<string>`concat_ws(', ', ${part('city')}, ${part('state')}, ${foreignCountry})`;
};

export const exportedShipments = (db: Handle, filter: ShipmentFilter) =>
  filtered(db, filter)
    .innerJoin('users', 'users.id', 'shipments.user_id')
    .select([
      'shipments.id as Shipment ID',
      text(sql`shipments.tracking_number`).as('Tracking ID'),
      text(sql`users.full_name`).as('Client'),
      text(sql`users.email`).as('Client email'),
      'shipments.status as Status',
      text(place('sender')).as('Origin'),
      text(place('receiver')).as('Destination'),
      'shipments.carrier as Carrier',
      text(sql`shipments.service_name`).as('Service'),
      sql<string>`to_char(shipments.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as(
        'Date',
      ),
      dollars(sql`shipments.total_cents`).as('Cost'),
      dollars(sql`shipments.cost_cents`).as('Carrier cost'),
      dollars(sql`shipments.commission_cents`).as('Commission'),
      dollars(refundedCents).as('Refunded'),
    ])
    .orderBy('shipments.created_at', 'desc')
    .orderBy('shipments.id', 'desc')
    .compile();
