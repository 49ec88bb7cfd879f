import { BULK_LIMITS } from '@lading/contract/bulk/columns.ts';
import type { CreateBatchBody, UploadRow } from '@lading/contract/bulk.ts';
import { isRetryable, pauseBefore } from '../../../lib/retry.ts';
import type { PreparedUpload } from '../file/prepared-upload.ts';
import { createBatch, putRows } from './batch-calls.ts';

const ATTEMPTS = 6;

interface SendDependencies {
  create: (body: CreateBatchBody, key: string) => Promise<{ id: string }>;
  put: (id: string, rows: UploadRow[]) => Promise<void>;
  pause: (attempt: number, signal?: AbortSignal) => Promise<void>;
}

const encoder = new TextEncoder();

/** The index after the last row that fits into one call with the row at `start`. */
function endOfPiece(rows: readonly UploadRow[], start: number): number {
  const last = Math.min(rows.length, start + BULK_LIMITS.rowsPerCall);
  let bytes = 0;
  for (let at = start; at < last; at += 1) {
    bytes += encoder.encode(JSON.stringify(rows[at])).length + 1;
    if (bytes > BULK_LIMITS.bytesPerCall && at > start) return at;
  }
  return last;
}

const running = new Set<string>();

/** True while this page is uploading the rows of the batch. */
export const isSending = (batchId: string): boolean => running.has(batchId);

interface SendOptions {
  /** The same key continues the same batch. */
  key: string;
  onProgress: (done: number) => void;
  /** A call failed and will be repeated. */
  onTrouble?: () => void;
  signal?: AbortSignal;
}

export function createSendUpload({ create, put, pause }: SendDependencies) {
  /** Retrying is safe: the server recognizes rows that it already has. */
  async function withRetries<T>(call: () => Promise<T>, { onTrouble, signal }: SendOptions): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      signal?.throwIfAborted();
      try {
        return await call();
      } catch (error) {
        if (!isRetryable(error) || attempt === ATTEMPTS) throw error;
        onTrouble?.();
        await pause(attempt, signal);
      }
    }
  }

  /** Creates the batch and uploads its rows. */
  return async function sendUpload(
    { rows, ...about }: PreparedUpload,
    options: SendOptions,
  ): Promise<{ batchId: string }> {
    const body = { ...about, rowCount: rows.length };
    const { id } = await withRetries(() => create(body, options.key), options);
    running.add(id);
    try {
      for (let start = 0; start < rows.length; ) {
        const piece = rows.slice(start, endOfPiece(rows, start));
        await withRetries(() => put(id, piece), options);
        start += piece.length;
        options.onProgress(start);
      }
    } finally {
      running.delete(id);
    }
    return { batchId: id };
  };
}

export const sendUpload = createSendUpload({ create: createBatch, put: putRows, pause: pauseBefore });
