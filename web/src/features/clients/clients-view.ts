import { ACCOUNT_STATUSES, type AccountStatus } from '@lading/contract/constants.ts';

export const CLIENTS_PAGE_SIZE = 50;

export interface ClientsView {
  page: number;
  search: string;
  status: AccountStatus | '';
}

/** Reads the view from the URL and ignores invalid values. */
export function readView(address: URLSearchParams): ClientsView {
  const page = address.get('page') ?? '';
  return {
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    search: (address.get('search') ?? '').slice(0, 200),
    status: ACCOUNT_STATUSES.find((status) => status === address.get('status')) ?? '',
  };
}

/** Writes the view to the URL without empty values. */
export function writeView({ page, search, status }: ClientsView): URLSearchParams {
  const parts = { page: page > 1 ? String(page) : '', search: search.trim(), status };
  return new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== ''));
}

export const hasFilters = ({ search, status }: ClientsView) => search.trim() !== '' || status !== '';
