import type { Batch, BulkRow } from '@lading/contract/bulk.ts';
import { BULK } from '@lading/contract/messages.ts';
import { describe, expect, it } from 'vitest';
import { createBatchAnnouncer } from './batch-announcements.ts';

const row = (number: number, status: BulkRow['status'], part: Partial<BulkRow> = {}) =>
  ({ id: `csv_ship_${number}`, number, status, error: null, work: null, ...part }) as BulkRow;
const batch = (what: 'rates' | 'labels' | null, figures: { made?: number; chosen?: number } = {}) =>
  ({
    work: what && { what, done: 0, total: 2, startedAt: '' },
    counts: { label_generated: figures.made ?? 0 },
    chosen: { count: figures.chosen ?? 0 },
  }) as Batch;

const paid = (number: number) => row(number, 'rate_selected', { work: 'labels' });
const texts = (said: { text: string }[]) => said.map(({ text }) => text);

describe('labels', () => {
  it('are not reported if they already existed', () => {
    const announce = createBatchAnnouncer();
    expect(announce(batch(null, { made: 1 }), [row(1, 'label_generated'), row(2, 'label_failed')])).toEqual(
      [],
    );
    expect(announce(batch(null, { made: 1 }), [row(1, 'label_generated'), row(2, 'label_failed')])).toEqual(
      [],
    );
  });

  it('are shown one by one and announced together', () => {
    const announce = createBatchAnnouncer();
    announce(batch('labels'), [paid(1), paid(2)]);
    const failed = row(2, 'label_failed', { error: 'The carrier is closed.' });
    expect(announce(batch('labels', { made: 1 }), [row(1, 'label_generated'), paid(2)])).toEqual([
      { tone: 'success', text: BULK.labelGenerated('csv_ship_1'), quiet: true },
    ]);
    expect(announce(batch(null, { made: 1 }), [row(1, 'label_generated'), failed])).toEqual([
      { tone: 'error', text: BULK.labelFailed('The carrier is closed.'), quiet: true },
      { tone: 'success', text: BULK.finished(1), quiet: false },
    ]);
    expect(announce(batch(null, { made: 1 }), [row(1, 'label_generated'), failed])).toEqual([]);
  });

  it('are reported as finished once batch and rows agree, in either order', () => {
    const announce = createBatchAnnouncer();
    announce(batch('labels'), [paid(1)]);
    expect(announce(batch(null, { made: 1 }), [paid(1)])).toEqual([]);
    expect(texts(announce(batch(null, { made: 1 }), [row(1, 'label_generated')]))).toEqual([
      BULK.labelGenerated('csv_ship_1'),
      BULK.finished(1),
    ]);
  });

  it('are not reported as finished after the first of several row events', () => {
    const announce = createBatchAnnouncer();
    const old = batch(null, { chosen: 2 });
    announce(old, [row(1, 'rate_selected'), row(2, 'rate_selected')]);
    const piece = announce(old, [row(1, 'label_generated'), row(2, 'rate_selected')]);
    expect(texts(piece)).toEqual([BULK.labelGenerated('csv_ship_1')]);
    const all = announce(batch(null, { made: 2 }), [row(1, 'label_generated'), row(2, 'label_generated')]);
    expect(texts(all)).toEqual([BULK.labelGenerated('csv_ship_2'), BULK.finished(2)]);
  });

  it('are reported even if the start of the run was not seen', () => {
    const announce = createBatchAnnouncer();
    announce(batch(null, { chosen: 1 }), [row(1, 'rate_selected')]);
    expect(texts(announce(batch(null, { made: 1 }), [row(1, 'label_generated')])).at(-1)).toBe(
      BULK.finished(1),
    );
  });
});

describe('rates', () => {
  it('are reported once all have arrived', () => {
    const announce = createBatchAnnouncer();
    announce(batch('rates'), [row(1, 'pending', { work: 'rates' }), row(2, 'pending', { work: 'rates' })]);
    expect(announce(batch('rates'), [row(1, 'rate_selected'), row(2, 'pending', { work: 'rates' })])).toEqual(
      [],
    );
    const all = [row(1, 'rate_selected'), row(2, 'invalid')];
    expect(texts(announce(batch(null, { chosen: 1 }), all))).toEqual([BULK.ratesFetched]);
    expect(announce(batch(null, { chosen: 1 }), all)).toEqual([]);
  });

  it('are reported even if the start of the work was not seen', () => {
    const announce = createBatchAnnouncer();
    announce(batch(null), [row(1, 'pending')]);
    expect(texts(announce(batch(null, { chosen: 1 }), [row(1, 'rate_selected')]))).toEqual([
      BULK.ratesFetched,
    ]);
  });

  it('are reported once the batch has them too', () => {
    const announce = createBatchAnnouncer();
    announce(batch(null), [row(1, 'pending')]);
    const all = [row(1, 'rate_selected')];
    expect(announce(batch(null), all)).toEqual([]);
    expect(texts(announce(batch(null, { chosen: 1 }), all))).toEqual([BULK.ratesFetched]);
    expect(announce(batch(null, { chosen: 1 }), all)).toEqual([]);
  });

  it('are not reported if there are none', () => {
    const announce = createBatchAnnouncer();
    announce(batch('rates'), [row(1, 'pending', { work: 'rates' })]);
    expect(announce(batch(null), [row(1, 'invalid')])).toEqual([]);
  });
});
