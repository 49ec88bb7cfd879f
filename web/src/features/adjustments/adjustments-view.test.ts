import { describe, expect, it } from 'vitest';
import {
  type AdjustmentsView,
  filtersOf,
  hasFilters,
  NO_FILTERS,
  readView,
  writeView,
} from './adjustments-view.ts';

const ID = '0198f3c2-7c1e-7aa0-8000-000000000001';
const read = (text: string) => readView(new URLSearchParams(text));
const USUAL: AdjustmentsView = {
  ...NO_FILTERS,
  tab: 'adjustments',
  page: 1,
  sortBy: 'date',
  sortOrder: 'DESC',
  adjustment: '',
  invoice: '',
};

describe('the view of the adjustments in the URL', () => {
  it('survives a round trip', () => {
    const view: AdjustmentsView = {
      tab: 'invoices',
      page: 3,
      clientId: ID,
      carrier: 'UPS',
      reason: 'weight',
      outcome: 'passed_on',
      dispute: 'none',
      invoiceId: ID,
      startDate: '2026-11-01',
      endDate: '2026-11-30',
      sortBy: 'amount',
      sortOrder: 'ASC',
      adjustment: ID,
      invoice: ID,
    };
    expect(readView(writeView(view))).toEqual(view);
    expect(hasFilters(view)).toBe(true);
  });

  it.each([
    '',
    'tab=drawer',
    'reason=gift',
    'carrier=Stork',
    'outcome=ignored',
    'dispute=maybe',
    'clientId=me',
    'adjustment=1',
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
