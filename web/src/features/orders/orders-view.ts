import { MAX_TAG_LENGTH, ORDER_VIEWS, type OrderView } from '@lading/contract/orders/orders.ts';

interface OrderFilters {
  search: string;
  source: string;
  country: string;
  tag: string;
}

export interface OrdersView extends OrderFilters {
  view: OrderView;
  page: number;
  /** The order whose drawer is open. */
  order: string;
}

export const NO_FILTERS: OrderFilters = { search: '', source: '', country: '', tag: '' };

const MAX_SEARCH = 100;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const matching = (pattern: RegExp, text: string | null) => (text !== null && pattern.test(text) ? text : '');

/** Reads the view from the URL and ignores invalid values. */
export function readView(parameters: URLSearchParams): OrdersView {
  const page = parameters.get('page') ?? '';
  return {
    view: ORDER_VIEWS.find((view) => view === parameters.get('view')) ?? 'ready',
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    search: (parameters.get('search') ?? '').slice(0, MAX_SEARCH),
    source: matching(UUID, parameters.get('source')),
    country: matching(/^[A-Z]{2}$/, parameters.get('country')),
    tag: (parameters.get('tag') ?? '').slice(0, MAX_TAG_LENGTH),
    order: matching(UUID, parameters.get('order')),
  };
}

/** Leaves out defaults. */
export function writeView({ view, page, search, ...rest }: OrdersView): URLSearchParams {
  const parts = {
    view: view === 'ready' ? '' : view,
    page: page > 1 ? String(page) : '',
    search: search.trim(),
    ...rest,
  };
  return new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== ''));
}

export const hasFilters = ({ search, source, country, tag }: OrderFilters): boolean =>
  [search.trim(), source, country, tag].some((value) => value !== '');
