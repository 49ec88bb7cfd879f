import { describe, expect, it } from 'vitest';
import {
  filtersOf,
  hasFilters,
  NO_FILTERS,
  readView,
  type ShipmentsView,
  writeView,
} from './shipment-view.ts';

const read = (text: string) => readView(new URLSearchParams(text));
const USUAL: ShipmentsView = { ...NO_FILTERS, page: 1, sortBy: 'date', sortOrder: 'DESC', shipment: '' };
const ID = '0198f3c2-7c1e-7aa0-8000-000000000001';

describe('the shipment list view in the URL', () => {
  it('survives a round trip', () => {
    const view: ShipmentsView = {
      page: 4,
      trackingNumber: '1Z 9&9',
      status: 'shipped',
      carrier: 'FedEx',
      clientId: ID,
      label: 'none',
      startDate: '2026-02-01',
      endDate: '2026-02-28',
      sortBy: 'cost',
      sortOrder: 'ASC',
      shipment: ID,
    };
    expect(readView(writeView(view))).toEqual(view);
  });

  it.each([
    'page=0',
    'sortBy=weight',
    'sortOrder=UP',
    'page=1e3',
    'status=in_transit',
    'status=toString',
    'carrier=usps',
    'clientId=me',
    'label=lost',
    'startDate=2026-02-30',
    'endDate=yesterday',
    'startDate=2026-03-01&endDate=2026-02-01',
    'shipment=../../admin',
  ])('ignores %s', (text) => {
    expect(read(text)).toEqual(USUAL);
  });

  it('is empty for the default view', () => {
    expect(writeView(USUAL).toString()).toBe('');
  });

  it('counts neither the page nor the open shipment as a filter', () => {
    expect(hasFilters(read(`page=3&shipment=${ID}`))).toBe(false);
    expect(hasFilters(read('trackingNumber=+'))).toBe(false);
    const each = [
      'trackingNumber=9',
      'status=failed',
      'carrier=DHL',
      `clientId=${ID}`,
      'label=made',
      'endDate=2026-01-01',
    ];
    for (const text of each) expect(hasFilters(read(text))).toBe(true);
  });

  it('exports all filtered shipments, not just the page', () => {
    expect(filtersOf(read(`page=3&carrier=UPS&shipment=${ID}`))).toEqual({ ...NO_FILTERS, carrier: 'UPS' });
  });
});
