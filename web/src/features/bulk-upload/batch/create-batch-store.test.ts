import type { Batch, BulkRow, RowUpdate } from '@lading/contract/bulk.ts';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../lib/api-error.ts';
import { batchOf, rowOf, TODAY, updateOf } from './batch.fixture.ts';
import type { StoreDependencies } from './batch-dependencies.ts';
import { createBatchStore } from './create-batch-store.ts';
import type { KeptEdits, Piece } from './edit-queue.ts';
import type { StreamEvent } from './follow-events.ts';

interface Server {
  rows: BulkRow[];
  batches: Batch[];
  send: (piece: Piece) => Promise<number>;
  choose: () => Promise<void>;
  kept: unknown;
  failure: Error | null;
}

async function open(change: Partial<Server> = {}) {
  const server: Server = {
    rows: [rowOf(1), rowOf(2), rowOf(3)],
    batches: [batchOf()],
    send: async () => 11,
    choose: async () => {},
    kept: undefined,
    failure: null,
    ...change,
  };
  const sent: Piece[] = [];
  const followed: number[] = [];
  const kept: (KeptEdits | null)[] = [];
  const rejected: unknown[] = [];
  let emit: (event: StreamEvent) => void = () => {};
  let delayed: (() => void) | null = null;
  const deps: StoreDependencies = {
    api: {
      getBatch: async () => {
        if (server.failure) throw server.failure;
        return server.batches.length > 1 ? (server.batches.shift() as Batch) : (server.batches[0] as Batch);
      },
      getRows: async (after) => ({
        rows: server.rows.filter(({ number }) => number > after).slice(0, 2),
        version: 10,
      }),
      send: (piece) => {
        sent.push(structuredClone(piece));
        return server.send(piece);
      },
      complete: async () => {},
      choose: () => server.choose(),
      follow: (after, onEvent, signal) => {
        followed.push(after);
        emit = onEvent;
        return new Promise((done) => signal.addEventListener('abort', () => done()));
      },
      timeZone: async () => 'UTC',
    },
    drafts: {
      read: async () => server.kept,
      write: async (edits) => {
        kept.push(edits);
      },
    },
    scheduler: {
      nextFrame: (run) => run(),
      later: (run) => queueMicrotask(run),
      delay: (run) => {
        delayed = run;
        return () => {
          delayed = null;
        };
      },
      pause: async () => {},
      now: () => 0,
      date: () => new Date(`${TODAY}T12:00:00Z`),
    },
    onRejected: (reason) => rejected.push(reason),
  };
  const store = createBatchStore('b1', deps);
  await expect.poll(() => followed.length > 0 || store.failure() !== null).toBe(true);
  return {
    store,
    sent,
    followed,
    kept,
    rejected,
    server,
    push: (event: 'rows' | 'batch', id: number, data: unknown) =>
      emit({ event, id: String(id), data: JSON.stringify(data) }),
    /** Ends the pause after the last edit and sends. */
    settle: async () => {
      delayed?.();
      delayed = null;
      await store.flush();
    },
  };
}

const city = (store: { row: (number: number) => BulkRow | undefined }, number: number) =>
  store.row(number)?.cells.receiver_city;

describe('an open batch', () => {
  it('loads its rows page by page and follows events from the version before them', async () => {
    const { store, followed } = await open();
    expect(store.rowNumbers()).toEqual([1, 2, 3]);
    expect(store.loading()).toBeNull();
    expect(followed).toEqual([10]);
  });

  it('checks an edited row immediately, and again once it is fixed', async () => {
    const { store } = await open();
    store.edit([{ number: 2, cells: { receiver_city: '' } }]);
    expect(store.row(2)).toMatchObject({
      status: 'invalid',
      isValid: false,
      error: 'Missing required field: receiver_city',
    });
    store.edit([{ number: 2, cells: { receiver_city: 'Dallas' } }]);
    expect(store.row(2)).toMatchObject({ status: 'pending', isValid: true, work: 'addresses' });
  });

  it('keeps every other row the same object', async () => {
    const { store } = await open();
    const before = store.row(1);
    const numbers = store.rowNumbers();
    store.edit([{ number: 2, cells: { receiver_city: 'Dallas' } }]);
    expect(store.row(1)).toBe(before);
    expect(store.rowNumbers()).toBe(numbers);
  });

  it('sends edits made in quick succession in one call', async () => {
    const { store, sent, settle } = await open();
    store.edit([{ number: 1, cells: { receiver_city: 'Dal' } }]);
    store.edit([{ number: 1, cells: { receiver_city: 'Dallas' } }]);
    store.edit([{ number: 3, cells: { order_ref: '77' } }]);
    expect(store.unsaved()).toBe(2);
    await settle();
    expect(sent).toEqual([
      {
        kind: 'cells',
        edits: [
          { number: 1, cells: { receiver_city: 'Dallas' } },
          { number: 3, cells: { order_ref: '77' } },
        ],
      },
    ]);
    expect(store.unsaved()).toBe(0);
  });

  it('does not let older events overwrite an unconfirmed edit', async () => {
    const { store, settle, push } = await open();
    store.edit([{ number: 1, cells: { receiver_city: 'Dallas' } }]);
    const old = updateOf(1, { cells: { ...rowOf(1).cells, receiver_city: 'Waco', order_ref: '9' } });
    push('rows', 10, { rows: [old] });
    expect(store.row(1)?.cells).toMatchObject({ receiver_city: 'Dallas', order_ref: '9' });
    await settle();
    push('rows', 10, { rows: [old] });
    expect(city(store, 1)).toBe('Dallas');
    push('rows', 11, { rows: [updateOf(1, { cells: { ...rowOf(1).cells, receiver_city: 'DALLAS' } })] });
    expect(city(store, 1)).toBe('DALLAS');
  });

  it('shows address problems that the server reports', async () => {
    const { store, push } = await open();
    const problems = [
      { column: 'receiver_address', kind: 'address', message: 'Recipient address validation failed: No.' },
    ] as RowUpdate['problems'];
    push('rows', 12, { rows: [updateOf(3, { status: 'invalid', isValid: false, problems })] });
    expect(store.row(3)).toMatchObject({ status: 'invalid', problems });
    push('batch', 12, batchOf({ version: 12, fileName: 'other.csv' }));
    expect(store.batch()?.fileName).toBe('other.csv');
  });

  it('undoes an edit of many rows as one step, up to twenty steps', async () => {
    const { store } = await open();
    for (let count = 1; count <= 25; count += 1)
      store.edit([1, 2].map((number) => ({ number, cells: { receiver_city: `City ${count}` } })));
    store.undo();
    expect([city(store, 1), city(store, 2)]).toEqual(['City 24', 'City 24']);
    for (let count = 0; count < 30; count += 1) store.undo();
    expect(store.canUndo()).toBe(false);
    expect(city(store, 1)).toBe('City 5');
  });

  it('does not record an edit that changes nothing', async () => {
    const { store } = await open();
    store.edit([{ number: 1, cells: { receiver_city: 'Austin', order_ref: '' } }]);
    expect(store.canUndo()).toBe(false);
    expect(store.unsaved()).toBe(0);
  });

  it('removes and restores rows', async () => {
    const { store, sent, settle } = await open();
    store.remove([2, 3], true);
    expect(store.row(2)?.removed).toBe(true);
    await settle();
    store.undo();
    expect(store.row(2)?.removed).toBe(false);
    await settle();
    expect(sent).toEqual([
      { kind: 'removal', numbers: [2, 3], removed: true },
      { kind: 'removal', numbers: [2, 3], removed: false },
    ]);
  });

  it('does not change paid rows', async () => {
    const { store } = await open({ rows: [rowOf(1, { paid: true }), rowOf(2), rowOf(3)] });
    store.edit([{ number: 1, cells: { receiver_city: 'Dallas' } }]);
    store.remove([1], true);
    expect(store.row(1)).toEqual(rowOf(1, { paid: true }));
    expect(store.unsaved()).toBe(0);
  });

  it('retries failed calls and keeps the edits in this browser until the server has them', async () => {
    let failures = 2;
    const { store, sent, kept, settle } = await open({
      send: async () => {
        failures -= 1;
        if (failures >= 0) throw new ApiError({ status: failures === 1 ? 0 : 503, message: 'No.' });
        return 11;
      },
    });
    store.edit([{ number: 1, cells: { receiver_city: 'Dallas' } }]);
    await expect.poll(() => kept.at(-1)).toEqual({ cells: [[1, { receiver_city: 'Dallas' }]], removed: [] });
    await settle();
    expect(sent).toHaveLength(3);
    expect(sent[2]).toEqual(sent[0]);
    await expect.poll(() => kept.at(-1)).toBeNull();
  });

  it('resumes unsent edits after a reload', async () => {
    const { store, sent, settle } = await open({
      kept: { cells: [[2, { receiver_city: '' }]], removed: [[3, true]] },
    });
    expect(store.row(2)?.status).toBe('invalid');
    expect(store.row(3)?.removed).toBe(true);
    await settle();
    expect(sent).toHaveLength(2);
  });

  it('drops only the row that the server rejects', async () => {
    const { store, sent, rejected, settle } = await open({
      send: async (piece) => {
        if (piece.kind === 'cells' && piece.edits.some(({ number }) => number === 2))
          throw new ApiError({ status: 409, message: 'Paid.' });
        return 11;
      },
    });
    store.edit([1, 2, 3].map((number) => ({ number, cells: { receiver_city: 'Dallas' } })));
    await settle();
    expect([1, 2, 3].map((number) => city(store, number))).toEqual(['Dallas', 'Austin', 'Dallas']);
    expect(rejected).toHaveLength(1);
    expect(sent.at(-1)).toMatchObject({ edits: [{ number: 3 }] });
  });

  it('reverts a rejected rate choice, but not a later change to the row', async () => {
    const answer = Promise.withResolvers<void>();
    const { store, push } = await open({ choose: () => answer.promise });
    const rate = { amount: 8 } as NonNullable<BulkRow['rate']>;
    const choice = store.choose([1, 2].map((number) => ({ number, rateId: 'r1', rate })));
    push('rows', 11, {
      rows: [updateOf(2, { status: 'rate_selected', selectedRateId: 'r2', rateCount: 4 })],
    });
    answer.reject(new ApiError({ status: 409, message: 'No.' }));
    await expect(choice).rejects.toThrow('No.');
    expect(store.row(1)).toMatchObject({ status: 'pending', selectedRateId: null, rate: null });
    expect(store.row(2)).toMatchObject({ status: 'rate_selected', selectedRateId: 'r2', rateCount: 4 });
  });

  it('keeps edits when the session is lost', async () => {
    const { store, kept, settle } = await open({
      send: async () => {
        throw new ApiError({ status: 401, message: 'No.' });
      },
    });
    store.edit([{ number: 1, cells: { receiver_city: 'Dallas' } }]);
    await settle();
    expect(kept.at(-1)).toMatchObject({ cells: [[1, { receiver_city: 'Dallas' }]] });
  });

  it('waits until the server has every row before loading them', async () => {
    const { store, followed, push } = await open({
      batches: [batchOf({ received: 1, version: 4 }), batchOf()],
    });
    expect(store.rowNumbers()).toEqual([]);
    push('batch', 10, batchOf());
    await expect.poll(() => followed).toEqual([4, 10]);
    expect(store.rowNumbers()).toEqual([1, 2, 3]);
  });

  it('reports why it could not load, with the error code, and loads again on request', async () => {
    const failure = new ApiError({ status: 404, message: 'Gone.', code: 'BATCH_NOT_FOUND' });
    const { store, server } = await open({ failure });
    expect(store.failure()).toEqual({ code: 'BATCH_NOT_FOUND', message: 'Gone.' });
    server.failure = null;
    store.reload();
    await expect.poll(() => store.rowNumbers()).toEqual([1, 2, 3]);
    expect(store.failure()).toBeNull();
  });
});
