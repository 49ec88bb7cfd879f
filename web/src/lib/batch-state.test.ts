import type { Batch } from '@lading/contract/bulk.ts';
import { expect, it } from 'vitest';
import { batchProgressText, isUnfinished } from './batch-state.ts';

const NONE = {
  pending: 0,
  invalid: 0,
  rates_loaded: 0,
  rate_selected: 0,
  label_generated: 0,
  label_failed: 0,
  removed: 0,
};

const batch = ({
  counts,
  ...part
}: Partial<Omit<Batch, 'counts'>> & { counts?: Partial<Batch['counts']> } = {}): Batch => ({
  id: 'b',
  fileName: 'orders.csv',
  source: 'template',
  columns: [],
  decimalComma: false,
  createdAt: '2026-11-16T10:00:00Z',
  step: 'upload',
  rowCount: 200,
  received: 200,
  counts: { ...NONE, ...counts },
  work: null,
  paused: false,
  resumeBefore: null,
  chosen: { count: 0, amount: 0, retailAmount: null },
  bought: { count: 0, amount: 0, refunded: 0 },
  duplicateOf: null,
  version: 1,
  ...part,
});

const work = (what: 'rates' | 'labels') => ({
  what,
  done: 41,
  total: 1188,
  startedAt: '2026-11-16T10:00:00Z',
});

it.each([
  ['an interrupted upload', batch({ received: 50 }), 'Upload interrupted: 50 of 200 rows received'],
  [
    'a file with problems',
    batch({ counts: { pending: 188, invalid: 12 } }),
    '188 ready for rates · 12 need fixing',
  ],
  [
    'a file with one problem',
    batch({ counts: { pending: 199, invalid: 1 } }),
    '199 ready for rates · 1 needs fixing',
  ],
  [
    'rates in progress',
    batch({ step: 'rate_selection', work: work('rates') }),
    'Getting rates · 41 of 1,188',
  ],
  [
    'finished rates',
    batch({ step: 'rate_selection', chosen: { count: 186, amount: 1011.9, retailAmount: null } }),
    '186 ready to pay',
  ],
  [
    'paused labels',
    batch({ step: 'generation_summary', work: work('labels'), paused: true }),
    'Creating labels (paused) · 41 of 1,188',
  ],
  [
    'finished labels',
    batch({
      step: 'generation_summary',
      counts: { label_generated: 184, label_failed: 2, invalid: 13, removed: 1 },
    }),
    '184 labels, 15 rows without a label',
  ],
  ['a complete batch', batch({ step: 'generation_summary', counts: { label_generated: 200 } }), '200 labels'],
])('summarizes %s in one line', (_, subject, text) => {
  expect(batchProgressText(subject)).toBe(text);
});

it('an upload is unfinished until its labels are created', () => {
  expect(isUnfinished(batch())).toBe(true);
  expect(isUnfinished(batch({ step: 'generation_summary', work: work('labels') }))).toBe(true);
  expect(isUnfinished(batch({ step: 'generation_summary' }))).toBe(false);
});
