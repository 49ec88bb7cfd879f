import { describe, expect, it } from 'vitest';
import {
  type HistoryView,
  hasFilters,
  NO_FILTERS,
  nextSort,
  readView,
  writeView,
} from './history-filters.ts';

const read = (text: string) => readView(new URLSearchParams(text));
const DEFAULT_VIEW: HistoryView = {
  ...NO_FILTERS,
  page: 1,
  sortBy: 'created_at',
  sortOrder: 'DESC',
  shipment: '',
};

describe('the view in the URL', () => {
  it('survives a round trip', () => {
    const view: HistoryView = {
      page: 4,
      search: 'Reyes & Söhne',
      status: 'in_transit',
      carrier: 'FedEx',
      from: '2026-02-01',
      to: '2026-02-28',
      sortBy: 'cost',
      sortOrder: 'ASC',
      shipment: '0198f3c2-7c1e-7aa0-8000-000000000001',
    };
    expect(readView(writeView(view))).toEqual(view);
  });

  it.each([
    'page=0',
    'page=1e3',
    'status=shipped',
    'status=toString',
    'carrier=usps',
    'from=2026-02-30',
    'to=yesterday',
    'sortBy=name',
    'sortOrder=up',
    'shipment=../../admin',
  ])('ignores %s', (text) => {
    expect(read(text)).toEqual(DEFAULT_VIEW);
  });

  it('is empty for the default view', () => {
    expect(writeView(DEFAULT_VIEW).toString()).toBe('');
  });

  it('does not count page, order or open shipment as filters', () => {
    expect(hasFilters(read('page=3&sortBy=cost&shipment=a1'))).toBe(false);
    expect(hasFilters(read('search=+'))).toBe(false);
    for (const text of ['search=x', 'status=pending', 'carrier=UPS', 'from=2026-01-01', 'to=2026-01-01']) {
      expect(hasFilters(read(text))).toBe(true);
    }
  });
});

describe('clicking a header', () => {
  it('starts with the highest value, then reverses', () => {
    const first = nextSort(DEFAULT_VIEW, 'cost');
    expect(first).toEqual({ sortBy: 'cost', sortOrder: 'DESC' });
    expect(nextSort(first, 'cost')).toEqual({ sortBy: 'cost', sortOrder: 'ASC' });
    expect(nextSort({ ...first, sortOrder: 'ASC' }, 'cost').sortOrder).toBe('DESC');
    expect(nextSort({ ...first, sortOrder: 'ASC' }, 'created_at')).toEqual({
      sortBy: 'created_at',
      sortOrder: 'DESC',
    });
  });
});
