import { REFUND_KINDS, REFUND_SORTS, type RefundKind } from '@lading/contract/admin-refunds.ts';
import { isCalendarDate } from '@lading/contract/calendar-date.ts';

interface RefundFilters {
  kind: RefundKind | '';
  adminId: string;
  clientId: string;
  startDate: string;
  endDate: string;
}

export interface RefundsView extends RefundFilters {
  page: number;
  sortBy: (typeof REFUND_SORTS)[number];
  sortOrder: 'ASC' | 'DESC';
}

export const NO_FILTERS: RefundFilters = { kind: '', adminId: '', clientId: '', startDate: '', endDate: '' };

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const date = (text: string | null) => (text !== null && isCalendarDate(text) ? text : '');
const id = (text: string | null) => (text !== null && UUID.test(text) ? text : '');

/** Reads the view from the URL and ignores invalid values. */
export function readView(search: URLSearchParams): RefundsView {
  const page = search.get('page') ?? '';
  const startDate = date(search.get('startDate'));
  const endDate = date(search.get('endDate'));
  const inOrder = !startDate || !endDate || startDate <= endDate;
  return {
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    kind: REFUND_KINDS.find((kind) => kind === search.get('kind')) ?? '',
    adminId: id(search.get('adminId')),
    clientId: id(search.get('clientId')),
    startDate: inOrder ? startDate : '',
    endDate: inOrder ? endDate : '',
    sortBy: REFUND_SORTS.find((sort) => sort === search.get('sortBy')) ?? 'date',
    sortOrder: search.get('sortOrder') === 'ASC' ? 'ASC' : 'DESC',
  };
}

/** Writes the view to the URL without default values. */
export function writeView({ page, sortBy, sortOrder, ...filters }: RefundsView): URLSearchParams {
  const parts = {
    page: page > 1 ? String(page) : '',
    ...filters,
    sortBy: sortBy === 'date' ? '' : sortBy,
    sortOrder: sortOrder === 'DESC' ? '' : sortOrder,
  };
  return new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== ''));
}

export const filtersOf = ({ kind, adminId, clientId, startDate, endDate }: RefundsView): RefundFilters => ({
  kind,
  adminId,
  clientId,
  startDate,
  endDate,
});

export const hasFilters = (view: RefundsView) => Object.values(filtersOf(view)).some((value) => value !== '');
