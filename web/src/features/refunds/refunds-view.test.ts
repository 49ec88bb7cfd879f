import { describe, expect, it } from 'vitest';
import { filtersOf, hasFilters, NO_FILTERS, type RefundsView, readView, writeView } from './refunds-view.ts';

const ID = '0198f3c2-7c1e-7aa0-8000-000000000001';
const read = (text: string) => readView(new URLSearchParams(text));
const USUAL: RefundsView = { ...NO_FILTERS, page: 1, sortBy: 'date', sortOrder: 'DESC' };

describe('the refund list view in the URL', () => {
  it('survives a round trip', () => {
    const view: RefundsView = {
      page: 3,
      kind: 'by_admin',
      adminId: ID,
      clientId: ID,
      startDate: '2026-11-01',
      endDate: '2026-11-30',
      sortBy: 'amount',
      sortOrder: 'ASC',
    };
    expect(readView(writeView(view))).toEqual(view);
    expect(hasFilters(view)).toBe(true);
  });

  it.each([
    '',
    'kind=gift',
    'adminId=me',
    'startDate=2026-02-30',
    'startDate=2026-03-01&endDate=2026-02-01',
    'page=0',
  ])('falls back to the default for "%s"', (text) => {
    expect(read(text)).toEqual(USUAL);
    expect(writeView(read(text)).toString()).toBe('');
    expect(filtersOf(read(text))).toEqual(NO_FILTERS);
    expect(hasFilters(read(text))).toBe(false);
  });
});
