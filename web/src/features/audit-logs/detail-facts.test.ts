import { describe, expect, it } from 'vitest';
import { factsOf } from './detail-facts.ts';

describe('audit details as a list', () => {
  it('labels every value', () => {
    expect(factsOf({ shipmentId: 's-1', cents: 841, user_id: null, fields: ['email', 'phone'] })).toEqual([
      { name: 'Shipment ID', value: 's-1' },
      { name: 'Cents', value: '841' },
      { name: 'User ID', value: 'null' },
      { name: 'Fields', value: 'email, phone' },
    ]);
  });

  it('includes the parents in the label of a nested value', () => {
    const details = { dateRange: { startDate: '2026-11-01' }, userTypes: { admin: { totalUsers: 2 } } };
    expect(factsOf(details)).toEqual([
      { name: 'Date range › Start date', value: '2026-11-01' },
      { name: 'User types › Admin › Total users', value: '2' },
    ]);
  });

  it('includes empty and unusual values', () => {
    expect(factsOf({ filters: {}, list: [{ a: 1 }], error: '' })).toEqual([
      { name: 'Filters', value: '{}' },
      { name: 'List', value: '[{"a":1}]' },
      { name: 'Error', value: '' },
    ]);
  });
});
