import { TEMPLATE_COLUMNS } from '@lading/contract/bulk/columns.ts';
import type { Batch, BulkRow, RowUpdate } from '@lading/contract/bulk.ts';

export const TODAY = '2026-11-15';
const address = (party: 'sender' | 'receiver') => ({
  [`${party}_fullname`]: 'Dana Reyes',
  [`${party}_email`]: 'dana@example.com',
  [`${party}_phone`]: '5125550143',
  [`${party}_address`]: '500 W 2nd St',
  [`${party}_city`]: 'Austin',
  [`${party}_state`]: 'TX',
  [`${party}_zipcode`]: '78701',
  [`${party}_country`]: 'US',
});

export const rowOf = (number: number, change: Partial<BulkRow> = {}): BulkRow => ({
  id: `csv_ship_${number}`,
  number,
  line: number + 1,
  cells: {
    ...address('sender'),
    ...address('receiver'),
    package_weight: '2',
    package_length: '12',
    package_width: '9',
    package_height: '4',
    shipping_date: TODAY,
  },
  originalRowData: [],
  filled: [],
  status: 'pending',
  removed: false,
  isValid: true,
  error: null,
  problems: [],
  work: null,
  paid: false,
  selectedRateId: null,
  rate: null,
  rateCount: 0,
  transaction: null,
  duplicate: null,
  ...change,
});

export const updateOf = (number: number, change: Partial<RowUpdate> = {}): RowUpdate => {
  const { id: _, line: __, cells: ___, originalRowData: ____, filled: _____, ...state } = rowOf(number);
  return { ...state, ...change };
};

export const batchOf = (change: Partial<Batch> = {}): Batch => ({
  id: 'b1',
  fileName: 'orders.csv',
  source: 'template',
  columns: [...TEMPLATE_COLUMNS],
  decimalComma: false,
  createdAt: '2026-11-15T08:00:00.000Z',
  step: 'upload',
  rowCount: 3,
  received: 3,
  counts: {
    pending: 3,
    invalid: 0,
    rates_loaded: 0,
    rate_selected: 0,
    label_generated: 0,
    label_failed: 0,
    removed: 0,
  },
  work: null,
  paused: false,
  resumeBefore: null,
  chosen: { count: 0, amount: 0, retailAmount: null },
  bought: { count: 0, amount: 0, refunded: 0 },
  duplicateOf: null,
  version: 10,
  ...change,
});
