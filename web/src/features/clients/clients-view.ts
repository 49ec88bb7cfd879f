import { CLIENT_SORTS, type ClientSort } from '@lading/contract/admin-clients.ts';
import { ACCOUNT_STATUSES, type AccountStatus } from '@lading/contract/constants.ts';

export const CLIENTS_PAGE_SIZE = 50;

export interface ClientsView {
  page: number;
  search: string;
  status: AccountStatus | '';
  sortBy: ClientSort;
  sortOrder: 'ASC' | 'DESC';
}

/** Reads the view from the URL and ignores invalid values. */
export function readView(address: URLSearchParams): ClientsView {
  const page = address.get('page') ?? '';
  return {
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    search: (address.get('search') ?? '').slice(0, 200),
    status: ACCOUNT_STATUSES.find((status) => status === address.get('status')) ?? '',
    sortBy: CLIENT_SORTS.find((sort) => sort === address.get('sortBy')) ?? 'newest',
    sortOrder: address.get('sortOrder') === 'ASC' ? 'ASC' : 'DESC',
  };
}

/** Writes the view to the URL without empty values. */
export function writeView({ page, search, status, sortBy, sortOrder }: ClientsView): URLSearchParams {
  const parts = {
    page: page > 1 ? String(page) : '',
    search: search.trim(),
    status,
    sortBy: sortBy === 'newest' ? '' : sortBy,
    sortOrder: sortOrder === 'DESC' ? '' : sortOrder,
  };
  return new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== ''));
}

export const hasFilters = ({ search, status }: ClientsView) => search.trim() !== '' || status !== '';
