import { dateIn } from '@lading/contract/calendar-date.ts';
import { dollarsOf } from '@lading/contract/money.ts';
import { paginationOf } from '@lading/contract/paging.ts';
import type { HistoryAnswer, HistoryItem, HistoryQuery } from '@lading/contract/shipments.ts';
import { countHistory, type HistoryFilter, type HistoryRow, selectHistory } from './history.store.ts';
import { labelFormatsOf } from './label-formats.ts';
import type { LabelLinks } from './label-links.ts';
import type { ShipmentDeps } from './shipments.deps.ts';
import { labelStatusOf, statusShown } from './shipments.states.ts';

/** A request without paging parameters returns the newest shipments, up to this many. */
const PLAIN_LIMIT = 1000;

export interface HistoryDeps extends Pick<ShipmentDeps, 'db' | 'clock' | 'timeZone'> {
  labelLinks: LabelLinks;
  trackingUrl: (carrier: string, trackingNumber: string) => string;
}

export async function showHistory(
  deps: HistoryDeps,
  actor: { userId: string },
  query: HistoryQuery,
): Promise<HistoryAnswer> {
  const { db } = deps;
  const limit = query.limit ?? PLAIN_LIMIT;
  const page = query.page ?? 1;
  const filter: HistoryFilter = query;
  const [total, rows] = await Promise.all([
    countHistory(db, actor.userId, filter),
    selectHistory(db, actor.userId, filter, {
      sortBy: query.sortBy ?? 'created_at',
      descending: query.sortOrder !== 'ASC',
      offset: (page - 1) * limit,
      limit,
    }),
  ]);
  const items = await Promise.all(rows.map((row) => toHistoryItem(deps, actor.userId, row)));
  return { shipments: items, pagination: paginationOf(total, page, limit) };
}

export async function toHistoryItem(
  { labelLinks, trackingUrl, timeZone }: HistoryDeps,
  userId: string,
  row: HistoryRow,
): Promise<HistoryItem> {
  const labelStatus = labelStatusOf(row.state);
  const { sender, receiver } = row;
  return {
    shipment_id: row.id,
    created_at: row.created_at.toISOString(),
    tracking_number: row.tracking_number,
    sender: { city: sender.city, state: sender.state },
    recipient: { city: receiver.city, state: receiver.state, name: receiver.name, country: receiver.country },
    shipping_date: row.ship_date,
    delivery_date: row.delivered_at ? dateIn(timeZone, row.delivered_at) : row.delivery_date,
    status: statusShown(row.status),
    ...(row.tracking_detail && { trackingDetail: row.tracking_detail }),
    cost: dollarsOf(row.total_cents),
    labelPath: labelStatus === 'ready' ? await labelLinks.make(userId, row.id) : null,
    ...labelFormatsOf(row),
    carrier: row.carrier,
    serviceName: row.service_name,
    labelStatus,
    trackingUrl: row.tracking_number && trackingUrl(row.carrier, row.tracking_number),
    downloadedAt: row.downloaded_at?.toISOString() ?? null,
  };
}
