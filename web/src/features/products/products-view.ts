export interface ProductsView {
  page: number;
  search: string;
}

const MAX_SEARCH = 100;

/** Reads the view from the URL and ignores invalid values. */
export function readView(parameters: URLSearchParams): ProductsView {
  const page = parameters.get('page') ?? '';
  return {
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    search: (parameters.get('search') ?? '').slice(0, MAX_SEARCH),
  };
}

/** Leaves out defaults. */
export function writeView({ page, search }: ProductsView): URLSearchParams {
  const parts = { page: page > 1 ? String(page) : '', search: search.trim() };
  return new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== ''));
}
