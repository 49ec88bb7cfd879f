import { isCalendarDate } from '@lading/contract/calendar-date.ts';
import { CARRIERS, type Carrier } from '@lading/contract/parcel.ts';
import { HISTORY_SORTS, SHIPMENT_STATUSES, type ShipmentStatus } from '@lading/contract/shipments.ts';

export type HistorySort = (typeof HISTORY_SORTS)[number];
export type SortOrder = 'ASC' | 'DESC';

interface HistoryFilters {
  search: string;
  status: ShipmentStatus | '';
  carrier: Carrier | '';
  from: string;
  to: string;
}

export interface HistoryView extends HistoryFilters {
  page: number;
  sortBy: HistorySort;
  sortOrder: SortOrder;
  /** The shipment whose drawer is open. */
  shipment: string;
}

export const NO_FILTERS: HistoryFilters = { search: '', status: '', carrier: '', from: '', to: '' };

const MAX_SEARCH = 100;

const oneOf = <T extends string>(values: readonly T[], text: string | null): T | '' =>
  values.find((value) => value === text) ?? '';
const date = (text: string | null) => (text !== null && isCalendarDate(text) ? text : '');

/** Reads the view from the URL and ignores invalid values. */
export function readView(search: URLSearchParams): HistoryView {
  const page = search.get('page') ?? '';
  return {
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    search: (search.get('search') ?? '').slice(0, MAX_SEARCH),
    status: oneOf(SHIPMENT_STATUSES, search.get('status')),
    carrier: oneOf(CARRIERS, search.get('carrier')),
    from: date(search.get('from')),
    to: date(search.get('to')),
    sortBy: oneOf(HISTORY_SORTS, search.get('sortBy')) || 'created_at',
    sortOrder: search.get('sortOrder') === 'ASC' ? 'ASC' : 'DESC',
    shipment: /^[\w-]{1,64}$/.exec(search.get('shipment') ?? '')?.[0] ?? '',
  };
}

/** The shortest URL for this view: defaults are left out. */
export function writeView(view: HistoryView): URLSearchParams {
  const parts = {
    page: view.page > 1 ? String(view.page) : '',
    search: view.search.trim(),
    status: view.status,
    carrier: view.carrier,
    from: view.from,
    to: view.to,
    sortBy: view.sortBy === 'created_at' ? '' : view.sortBy,
    sortOrder: view.sortOrder === 'DESC' ? '' : view.sortOrder,
    shipment: view.shipment,
  };
  return new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== ''));
}

export const hasFilters = ({ search, status, carrier, from, to }: HistoryFilters) =>
  [search.trim(), status, carrier, from, to].some((value) => value !== '');

/** Reverses the current column; a new column starts with its highest value. */
export const nextSort = (
  current: { sortBy: HistorySort; sortOrder: SortOrder },
  chosen: HistorySort,
): { sortBy: HistorySort; sortOrder: SortOrder } => ({
  sortBy: chosen,
  sortOrder: current.sortBy === chosen && current.sortOrder === 'DESC' ? 'ASC' : 'DESC',
});
