import {
  type AdminShipment,
  type AdminShipmentsAnswer,
  type AdminShipmentsFilter,
  type AdminShipmentsQuery,
  MAX_COUNTED_MATCHES,
} from '@lading/contract/admin-shipments.ts';
import { dollarsOf } from '@lading/contract/money.ts';
import { paginationOf } from '@lading/contract/paging.ts';
import { placeName } from '@lading/contract/place-line.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Handle } from '../../../platform/db/database.ts';
import { likeText } from '../../../platform/db/like-text.ts';
import { type DayCount, seekDay } from '../../../platform/db/page-by-day.ts';
import { given, noteView } from '../../audit/note-view.ts';
import { type ListedShipment, selectListed } from './listed-shipments.store.ts';
import type { OperatorDeps } from './operator.deps.ts';
import {
  countDays,
  countShipments,
  type Order,
  type ShipmentFilter,
  selectClientTotal,
  selectDays,
  selectFrequentIds,
  selectIds,
  selectIdsFromDay,
  selectMatches,
  selectSortedIds,
} from './operator.store.ts';

/**
 * All clients' shipments, newest first unless sorted. Every page of the newest costs the same, whatever the
 * total or the page number.
 */
export async function listShipments(
  deps: OperatorDeps,
  actor: Actor,
  { page, limit, sortBy, sortOrder, ...filters }: AdminShipmentsQuery,
): Promise<AdminShipmentsAnswer> {
  const { db } = deps;
  const order = { sortBy, sortOrder };
  const found = await findPage(db, filterOf(filters), order, { offset: (page - 1) * limit, limit });
  const { total, isMore, ids } = found;
  const listed = ids.length > 0 ? await selectListed(db, ids) : [];
  const rows = isNewestFirst(order)
    ? listed
    : listed.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  await noteView(deps, actor, 'VIEW_SHIPMENTS', { filters: given(filters), pagination: { page, limit } });
  return {
    data: {
      shipments: rows.map((row) => toAdminShipment(deps, row)),
      pagination: { ...paginationOf(total, page, limit), isMore },
    },
  };
}

export const filterOf = ({ trackingNumber = '', ...filters }: AdminShipmentsFilter): ShipmentFilter => ({
  ...filters,
  pattern: patternOf(trackingNumber),
});

/** The trigram index needs three characters in a row. */
const TRIGRAM = /[A-Z\d]{3}/;

/**
 * Matches any part of a tracking number, or only its start if the text is too short for the index. Numbers
 * are stored in capitals without spaces. Escapes LIKE wildcards in the text.
 */
function patternOf(typed: string): string | null {
  const text = typed.toUpperCase().replace(/\s+/g, '');
  if (text === '') return null;
  const start = `${likeText(text)}%`;
  return TRIGRAM.test(text) ? `%${start}` : start;
}

interface FoundPage {
  total: number;
  isMore: boolean;
  ids: string[];
}

interface Slice {
  offset: number;
  limit: number;
}

const isNewestFirst = ({ sortBy, sortOrder }: Order) => sortBy === 'date' && sortOrder === 'DESC';

function findPage(db: Handle, filter: ShipmentFilter, order: Order, slice: Slice): Promise<FoundPage> {
  if (filter.pattern) return findBySearch(db, filter, order, slice);
  return filter.clientId ? findOfClient(db, filter, order, slice) : findByDays(db, filter, order, slice);
}

async function findByDays(
  db: Handle,
  filter: ShipmentFilter,
  order: Order,
  { offset, limit }: Slice,
): Promise<FoundPage> {
  const days = await daysOf(db, filter);
  const total = days.reduce((sum, { count }) => sum + count, 0);
  if (!isNewestFirst(order)) return sortedPage(db, filter, order, { offset, limit }, total);
  const start = seekDay(days, offset);
  const ids = start ? await selectIdsFromDay(db, filter, start.day, { offset: start.offset, limit }) : [];
  return { total, isMore: false, ids };
}

/** Few shipments have no label or a voided one, so those are counted, and the others are the rest of the totals. */
async function daysOf(db: Handle, filter: ShipmentFilter): Promise<DayCount[]> {
  const { label } = filter;
  if (!label) return selectDays(db, filter);
  if (label === 'none' || label === 'voided') return countDays(db, { ...filter, label });
  const others = label === 'made' ? (['none', 'voided'] as const) : (['voided'] as const);
  const [days, ...counted] = await Promise.all([
    selectDays(db, filter),
    ...others.map((other) => countDays(db, { ...filter, label: other })),
  ]);
  const left = new Map(days.map(({ day, count }) => [day, count]));
  for (const { day, count } of counted.flat()) left.set(day, Math.max(0, (left.get(day) ?? 0) - count));
  return days.map(({ day }) => ({ day, count: left.get(day) ?? 0 }));
}

async function sortedPage(
  db: Handle,
  filter: ShipmentFilter,
  order: Order,
  slice: Slice,
  total: number,
): Promise<FoundPage> {
  const ids = slice.offset < total ? await selectSortedIds(db, filter, order, slice, total) : [];
  return { total, isMore: false, ids };
}

async function findOfClient(
  db: Handle,
  filter: ShipmentFilter,
  order: Order,
  slice: Slice,
): Promise<FoundPage> {
  const { clientId, ...others } = filter;
  const isWhole = Object.values(others).every((value) => !value);
  const total = isWhole ? await selectClientTotal(db, clientId ?? '') : await countShipments(db, filter);
  if (!isNewestFirst(order)) return sortedPage(db, filter, order, slice, total);
  const ids = slice.offset < total ? await selectIds(db, filter, slice, total) : [];
  return { total, isMore: false, ids };
}

async function findBySearch(
  db: Handle,
  filter: ShipmentFilter,
  order: Order,
  { offset, limit }: Slice,
): Promise<FoundPage> {
  const { count, ids } = await selectMatches(db, filter, MAX_COUNTED_MATCHES + 1, order, { offset, limit });
  if (count <= MAX_COUNTED_MATCHES) return { total: count, isMore: false, ids };
  const shown = Math.min(limit, MAX_COUNTED_MATCHES - offset);
  if (shown <= 0) return { total: MAX_COUNTED_MATCHES, isMore: true, ids: [] };
  return {
    total: MAX_COUNTED_MATCHES,
    isMore: true,
    ids: isNewestFirst(order)
      ? await selectFrequentIds(db, filter, { offset, limit: shown })
      : await selectSortedIds(db, filter, order, { offset, limit: shown }, Number.MAX_SAFE_INTEGER),
  };
}

export function toAdminShipment({ trackingUrl }: OperatorDeps, row: ListedShipment): AdminShipment {
  return {
    shipmentId: row.id,
    trackingNumber: row.tracking_number,
    clientName: row.full_name,
    status: row.status,
    origin: { formatted: placeName(row.sender) },
    destination: { formatted: placeName(row.recipient) },
    carrier: row.carrier,
    createdAt: row.created_at.toISOString(),
    cost: dollarsOf(row.total_cents),
    clientId: row.user_id,
    trackingUrl: row.tracking_number && trackingUrl(row.carrier, row.tracking_number),
    refunded: dollarsOf(row.refunded_cents),
    refundable: dollarsOf(row.purchased_at && !row.is_unreachable ? row.total_cents - row.refunded_cents : 0),
    hasLabel: row.purchased_at !== null,
    voided: row.state === 'voided',
    failureReason: row.failure_reason,
  };
}
