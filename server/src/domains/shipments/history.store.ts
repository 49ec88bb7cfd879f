import type { HISTORY_SORTS, HistoryQuery } from '@lading/contract/shipments.ts';
import { type OrderByItemBuilder, sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { containing, searchPatterns } from '../../platform/db/like-text.ts';
import { dayEnd, dayStart } from '../../platform/db/operator-days.ts';
import { ifWritable } from '../../platform/db/read-only.ts';
import { statusStored } from './shipments.states.ts';

export type HistoryFilter = Pick<HistoryQuery, 'search' | 'status' | 'carrier' | 'from' | 'to'>;
interface HistoryPage {
  sortBy: (typeof HISTORY_SORTS)[number];
  descending: boolean;
  offset: number;
  limit: number;
}

function filtered(db: Handle, userId: string, filter: HistoryFilter) {
  let rows = db.selectFrom('shipments').where('user_id', '=', userId);
  if (filter.status) rows = rows.where('status', '=', statusStored(filter.status));
  if (filter.carrier) rows = rows.where('carrier', '=', filter.carrier);
  if (filter.search) {
    const patterns = searchPatterns(filter.search);
    rows = rows.where(({ eb, or }) => or(patterns.map((pattern) => eb('search_text', 'like', pattern))));
  }
  if (filter.from) rows = rows.where('created_at', '>=', dayStart(filter.from));
  if (filter.to) rows = rows.where('created_at', '<', dayEnd(filter.to));
  return rows;
}

export async function countHistory(db: Handle, userId: string, filter: HistoryFilter): Promise<number> {
  const row = await filtered(db, userId, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

const SORT_COLUMNS = {
  created_at: 'created_at',
  shipping_date: 'ship_date',
  /** As shown: the day of the delivery, or else the promised day. */
  delivery_date: sql<Date | null>`coalesce(operator_day(delivered_at), delivery_date)`,
  cost: 'total_cents',
} as const;

const historyColumns = [
  'id',
  'created_at',
  'tracking_number',
  'sender',
  'receiver',
  'ship_date',
  'delivery_date',
  'delivered_at',
  'status',
  'state',
  'total_cents',
  'carrier',
  'service_name',
  'downloaded_at',
] as const;

const withLabelAndDetail = (db: Handle) =>
  db
    .selectFrom('shipments')
    .leftJoin('shipment_labels', 'shipment_labels.shipment_id', 'shipments.id')
    .select(['shipment_labels.format as label_format', 'shipment_labels.documents as label_documents'])
    .select((eb) =>
      eb
        .selectFrom('tracking_events')
        .select('tracking_events.detail')
        .whereRef('tracking_events.shipment_id', '=', 'shipments.id')
        .orderBy('happened_at', 'desc')
        .limit(1)
        .as('tracking_detail'),
    );

/** Selects the IDs of the page first, so that a deep page does not read whole shipments. */
export function selectHistory(db: Handle, userId: string, filter: HistoryFilter, page: HistoryPage) {
  const direction = page.descending ? 'desc' : 'asc';
  const column = SORT_COLUMNS[page.sortBy];
  // Only delivery dates can be null. On the others, NULLS LAST would prevent sorting by the index.
  const inOrder = (order: OrderByItemBuilder) => {
    const directed = page.descending ? order.desc() : order.asc();
    return page.sortBy === 'delivery_date' ? directed.nullsLast() : directed;
  };
  const keys = filtered(db, userId, filter)
    .select('id')
    .orderBy(column, inOrder)
    .orderBy('id', direction)
    .limit(page.limit)
    .offset(page.offset);
  return withLabelAndDetail(db)
    .select(historyColumns)
    .where('id', 'in', keys)
    .orderBy(column, inOrder)
    .orderBy('id', direction)
    .execute();
}

export type HistoryRow = Awaited<ReturnType<typeof selectHistory>>[number];

export const selectOwnShipment = (db: Handle, userId: string, id: string) =>
  withLabelAndDetail(db)
    .selectAll('shipments')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();

export const selectEvents = async (db: Handle, shipmentId: string) => {
  const rows = await db
    .selectFrom('tracking_events')
    .select(['happened_at', 'status', 'text', 'place', 'detail'])
    .where('shipment_id', '=', shipmentId)
    .orderBy('happened_at')
    .execute();
  return rows.map(({ detail, ...event }) => (detail === null ? event : { ...event, detail }));
};

export const selectRefundedCents = async (db: Handle, shipmentId: string): Promise<number> =>
  (
    await db
      .selectFrom('refunds')
      .select(sql<number>`coalesce(sum(cents), 0)::bigint`.as('cents'))
      .where('shipment_id', '=', shipmentId)
      .where('state', '=', 'succeeded')
      .executeTakeFirstOrThrow()
  ).cents;

/** Why a shipment without a label was refunded. */
export const selectFailureText = async (db: Handle, shipmentId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('refunds')
      .select('reason')
      .where('shipment_id', '=', shipmentId)
      .where('kind', '=', sql.lit('failed_purchase'))
      .executeTakeFirst()
  )?.reason ?? null;

export const selectPaidAt = async (db: Handle, paymentId: string): Promise<Date | null> =>
  (await db.selectFrom('payments').select('succeeded_at').where('id', '=', paymentId).executeTakeFirst())
    ?.succeeded_at ?? null;

/** Labels of this client only, in no particular order. */
export const selectLabels = (db: Handle, userId: string, ids: readonly string[]) =>
  db
    .selectFrom('shipment_labels')
    .innerJoin('shipments', 'shipments.id', 'shipment_labels.shipment_id')
    .select([
      'shipments.id',
      'tracking_number',
      'state',
      'format',
      'bytes',
      'stored_as',
      'sha256',
      'bought_sha256',
      'documents',
    ])
    .where('shipments.user_id', '=', userId)
    .where(sql<boolean>`shipments.id = ANY(${ids}::uuid[])`)
    .execute();

export const selectLabelStates = (db: Handle, userId: string, ids: readonly string[]) =>
  withLabelAndDetail(db)
    .select(['id', 'state'])
    .where('user_id', '=', userId)
    .where(sql<boolean>`id = ANY(${ids}::uuid[])`)
    .execute();

export const markDownloaded = (db: Handle, ids: readonly string[], now: Date): Promise<void> =>
  ifWritable(
    db
      .updateTable('shipments')
      .set({ downloaded_at: now })
      .where(sql<boolean>`id = ANY(${ids}::uuid[])`)
      .execute(),
  );

/** Recipients that the client has shipped to, newest first. */
export const selectEarlierAddresses = (db: Handle, userId: string, text: string, limit: number) =>
  db
    .selectFrom((recent) =>
      recent
        .selectFrom('shipments')
        .select(['receiver as address', 'created_at'])
        .where('user_id', '=', userId)
        .where('search_text', 'like', containing(text.toLowerCase()))
        .where('addresses_erased_at', 'is', null)
        .orderBy('created_at', 'desc')
        .limit(limit * 5)
        .as('recent'),
    )
    .select('address')
    .execute();
