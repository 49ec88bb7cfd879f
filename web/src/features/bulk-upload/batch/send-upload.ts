import { BULK_LIMITS } from '@lading/contract/bulk/columns.ts';
import type { CreateBatchBody, UploadRow } from '@lading/contract/bulk.ts';
import { newRequestKey } from '../../../lib/request-key.ts';
import type { PreparedUpload } from '../file/prepared-upload.ts';
import { createBatch, putRows } from './batch-calls.ts';
import { mayBeSentAgain, pauseBefore } from './try-again.ts';

const ATTEMPTS = 6;

export interface SendDependencies {
  create: (body: CreateBatchBody, key: string) => Promise<{ id: string }>;
  put: (id: string, rows: UploadRow[]) => Promise<void>;
  pause: (attempt: number) => Promise<void>;
}

const running = new Set<string>();

/** True while this page is bringing the rows of the batch. */
export const isSending = (batchId: string): boolean => running.has(batchId);

export function createSendUpload({ create, put, pause }: SendDependencies) {
  /** A call whose answer was lost is sent again: the server knows a piece that it has. */
  async function persist<T>(call: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await call();
      } catch (error) {
        if (!mayBeSentAgain(error) || attempt === ATTEMPTS) throw error;
        await pause(attempt);
      }
    }
  }

  /** Creates the batch and brings its rows; what was lost on the way is sent again. */
  return async function sendUpload(
    { rows, ...about }: PreparedUpload,
    onProgress: (done: number) => void,
  ): Promise<{ batchId: string }> {
    const key = newRequestKey();
    const { id } = await persist(() => create({ ...about, rowCount: rows.length }, key));
    running.add(id);
    try {
      for (let start = 0; start < rows.length; start += BULK_LIMITS.rowsPerCall) {
        const piece = rows.slice(start, start + BULK_LIMITS.rowsPerCall);
        await persist(() => put(id, piece));
        onProgress(start + piece.length);
      }
    } finally {
      running.delete(id);
    }
    return { batchId: id };
  };
}

export const sendUpload = createSendUpload({ create: createBatch, put: putRows, pause: pauseBefore });
