import type { CreateBatchBody, UploadRow } from '@lading/contract/bulk.ts';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../lib/api-error.ts';
import { pauseLength } from '../../../lib/retry.ts';
import { createSendUpload, isSending } from './send-upload.ts';

const rows = Array.from(
  { length: 1200 },
  (_, index): UploadRow => ({
    number: index + 1,
    line: index + 2,
    cells: { receiver_city: 'Austin' },
    originalRowData: ['Austin'],
    filled: [],
  }),
);
const upload = {
  fileName: 'orders.csv',
  fileHash: 'a'.repeat(64),
  source: 'template',
  columns: ['receiver_city'],
  decimalComma: false,
  rows,
};

const OPTIONS = { key: 'k1', onProgress: () => {} };

function setUp(failures: ApiError[] = []) {
  const created: CreateBatchBody[] = [];
  const keys: string[] = [];
  const pieces: number[][] = [];
  const pauses: number[] = [];
  const send = createSendUpload({
    create: async (body, key) => {
      created.push(body);
      keys.push(key);
      return { id: 'b1' };
    },
    put: async (id, piece) => {
      expect(isSending(id)).toBe(true);
      pieces.push(piece.map(({ number }) => number));
      const failure = failures.shift();
      if (failure) throw failure;
    },
    pause: async (attempt) => {
      pauses.push(attempt);
    },
  });
  return { send, created, keys, pieces, pauses };
}

describe('sending an upload', () => {
  it('sends wide rows in chunks of less than a megabyte', async () => {
    const { send, pieces } = setUp();
    const wide = rows.slice(0, 10).map((row) => ({ ...row, originalRowData: ['é'.repeat(150_000)] }));
    await send({ ...upload, rows: wide }, OPTIONS);
    expect(pieces).toEqual([[1, 2, 3], [4, 5, 6], [7, 8, 9], [10]]);
  });

  it('creates the batch, sends every row once and reports progress', async () => {
    const { send, created, pieces } = setUp();
    const progress: number[] = [];
    const onProgress = (done: number) => progress.push(done);
    expect(await send(upload, { ...OPTIONS, onProgress })).toEqual({ batchId: 'b1' });
    expect(created).toEqual([expect.objectContaining({ fileName: 'orders.csv', rowCount: 1200 })]);
    expect(pieces.flat()).toEqual(rows.map(({ number }) => number));
    expect(progress).toEqual([500, 1000, 1200]);
    expect(isSending('b1')).toBe(false);
  });

  it('retries a piece whose response was lost', async () => {
    const lost = [0, 503].map((status) => new ApiError({ status, message: 'No.' }));
    const { send, pieces, pauses } = setUp(lost);
    await send(upload, OPTIONS);
    expect(pieces.map(([first]) => first)).toEqual([1, 1, 1, 501, 1001]);
    expect(pauses).toEqual([1, 2]);
  });

  it('reports trouble before it retries, and stops when it is canceled', async () => {
    const stop = new AbortController();
    const { send, pieces } = setUp([new ApiError({ status: 0, message: 'No.' })]);
    const sending = send(upload, {
      ...OPTIONS,
      onTrouble: () => stop.abort(),
      signal: stop.signal,
    });
    await expect(sending).rejects.toThrow();
    expect(pieces).toHaveLength(1);
  });

  it('stops when the server rejects a piece', async () => {
    const { send, pieces } = setUp([new ApiError({ status: 400, message: 'A row is wrong.' })]);
    await expect(send(upload, OPTIONS)).rejects.toThrow('A row is wrong.');
    expect(pieces).toHaveLength(1);
    expect(isSending('b1')).toBe(false);
  });

  it('continues the same batch when it is sent again', async () => {
    const { send, keys, pieces } = setUp([new ApiError({ status: 400, message: 'Too busy.' })]);
    await expect(send(upload, OPTIONS)).rejects.toThrow('Too busy.');
    await send(upload, OPTIONS);
    expect(keys).toEqual(['k1', 'k1']);
    expect(pieces.map(([first]) => first)).toEqual([1, 1, 501, 1001]);
  });
});

describe('the pause before a retry', () => {
  it('grows up to a limit', () => {
    expect([1, 2, 3, 20].map((attempt) => pauseLength(attempt, 1))).toEqual([500, 1000, 2000, 15_000]);
    expect(pauseLength(1, 0)).toBe(250);
  });
});
