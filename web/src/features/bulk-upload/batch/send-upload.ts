import { BULK_LIMITS } from '@lading/contract/bulk/columns.ts';
import type { CreateBatchBody, UploadRow } from '@lading/contract/bulk.ts';
import { newRequestKey } from '../../../lib/request-key.ts';
import type { PreparedUpload } from '../file/prepared-upload.ts';
import { createBatch, putRows } from './batch-calls.ts';
import { isRetryable, pauseBefore } from './retry.ts';

const ATTEMPTS = 6;

interface SendDependencies {
  create: (body: CreateBatchBody, key: string) => Promise<{ id: string }>;
  put: (id: string, rows: UploadRow[]) => Promise<void>;
  pause: (attempt: number) => Promise<void>;
}

const running = new Set<string>();

/** True while this page is uploading the rows of the batch. */
export const isSending = (batchId: string): boolean => running.has(batchId);

export function createSendUpload({ create, put, pause }: SendDependencies) {
  /** Retrying is safe: the server recognizes rows that it already has. */
  async function withRetries<T>(call: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await call();
      } catch (error) {
        if (!isRetryable(error) || attempt === ATTEMPTS) throw error;
        await pause(attempt);
      }
    }
  }

  /** Creates the batch and uploads its rows. */
  return async function sendUpload(
    { rows, ...about }: PreparedUpload,
    onProgress: (done: number) => void,
  ): Promise<{ batchId: string }> {
    const key = newRequestKey();
    const { id } = await withRetries(() => create({ ...about, rowCount: rows.length }, key));
    running.add(id);
    try {
      for (let start = 0; start < rows.length; start += BULK_LIMITS.rowsPerCall) {
        const piece = rows.slice(start, start + BULK_LIMITS.rowsPerCall);
        await withRetries(() => put(id, piece));
        onProgress(start + piece.length);
      }
    } finally {
      running.delete(id);
    }
    return { batchId: id };
  };
}

export const sendUpload = createSendUpload({ create: createBatch, put: putRows, pause: pauseBefore });
