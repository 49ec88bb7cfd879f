import { BULK_LIMITS } from '@lading/contract/bulk/columns.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { isRetryable } from '../../../lib/retry.ts';
import type { EditQueue, Piece } from './edit-queue.ts';
import type { Scheduler } from './scheduler.ts';

/** Edits made in quick succession share one call. */
const QUIET_MS = 300;

interface EditSender {
  /** Sends soon, once edits pause. */
  wake: () => void;
  /** Sends now; true once the queue is empty. */
  flush: () => Promise<boolean>;
}

interface Options {
  queue: EditQueue;
  /** Returns the batch version that includes the change. */
  send: (piece: Piece) => Promise<number>;
  onAnswered: (piece: Piece) => void;
  onRejected: (piece: Piece, reason: unknown) => void;
  pause: (attempt: number) => Promise<void>;
  delay: Scheduler['delay'];
  isClosed: () => boolean;
}

/** The edits stay in this browser for the next session. */
const isSessionLost = (error: unknown) => error instanceof ApiError && error.status === 401;

const sizeOf = (piece: Piece) => (piece.kind === 'cells' ? piece.edits.length : piece.numbers.length);

export function createEditSender(options: Options): EditSender {
  const { queue, send, onAnswered, onRejected, pause, delay, isClosed } = options;
  let running: Promise<boolean> | null = null;
  let cancelDelay = () => {};

  /** Splits a rejected piece until the one bad row is found, so that the others are still saved. */
  async function sendPiece(limit: number): Promise<'empty' | 'sent' | 'lost'> {
    const piece = queue.take(limit);
    if (!piece) return 'empty';
    try {
      queue.accept(await send(piece));
      onAnswered(piece);
      return 'sent';
    } catch (error) {
      if (isRetryable(error) || isSessionLost(error)) {
        queue.requeue();
        if (isSessionLost(error)) throw error;
        return 'lost';
      }
      if (sizeOf(piece) === 1) {
        queue.drop();
        onRejected(piece, error);
        return 'sent';
      }
      queue.requeue();
      for (let left = sizeOf(piece), half = Math.ceil(left / 2); left > 0; left -= half) {
        const outcome = await sendPiece(Math.min(half, left));
        if (outcome !== 'sent') return outcome;
      }
      return 'sent';
    }
  }

  async function run(): Promise<boolean> {
    let failures = 0;
    try {
      for (;;) {
        const outcome = await sendPiece(BULK_LIMITS.rowsPerCall);
        if (outcome === 'empty') return true;
        failures = outcome === 'lost' ? failures + 1 : 0;
        // Unsent edits stay in this browser until the batch is opened again.
        if (failures > 0 && isClosed()) return false;
        if (failures > 0) await pause(failures);
      }
    } catch {
      return false;
    }
  }

  const start = () => {
    cancelDelay();
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  };
  return {
    wake() {
      cancelDelay();
      cancelDelay = delay(() => void start(), QUIET_MS);
    },
    flush: start,
  };
}
