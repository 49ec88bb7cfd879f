import { BULK_LIMITS } from '@lading/contract/bulk/columns.ts';
import { ApiError } from '../../../lib/api-error.ts';
import type { EditQueue, Piece } from './edit-queue.ts';
import { mayBeSentAgain } from './try-again.ts';

/** Keys typed one after the other become one call. */
const REST_MS = 300;

export interface EditSender {
  /** Something waits in the queue. */
  wake: () => void;
  /** Sends at once; true when nothing waits any more. */
  flush: () => Promise<boolean>;
}

interface Options {
  queue: EditQueue;
  /** Gives the version that the change has at the latest. */
  send: (piece: Piece) => Promise<number>;
  onAnswered: (piece: Piece) => void;
  onRefused: (piece: Piece, reason: unknown) => void;
  pause: (attempt: number) => Promise<void>;
  delay: (run: () => void, ms: number) => () => void;
  isClosed: () => boolean;
}

/** The edits are left for the next session. */
const isSessionLost = (error: unknown) => error instanceof ApiError && error.status === 401;

const sizeOf = (piece: Piece) => (piece.kind === 'cells' ? piece.edits.length : piece.numbers.length);

export function createEditSender(options: Options): EditSender {
  const { queue, send, onAnswered, onRefused, pause, delay, isClosed } = options;
  let running: Promise<boolean> | null = null;
  let cancelRest = () => {};

  /** One row that the server refuses must not take the others with it: the piece is divided until it is found. */
  async function sendPiece(limit: number): Promise<'empty' | 'sent' | 'lost'> {
    const piece = queue.take(limit);
    if (!piece) return 'empty';
    try {
      queue.answered(await send(piece));
      onAnswered(piece);
      return 'sent';
    } catch (error) {
      if (mayBeSentAgain(error) || isSessionLost(error)) {
        queue.comeBack();
        if (isSessionLost(error)) throw error;
        return 'lost';
      }
      if (sizeOf(piece) === 1) {
        queue.drop();
        onRefused(piece, error);
        return 'sent';
      }
      queue.comeBack();
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
        // What is left stays in this browser, and is sent when the batch is opened again.
        if (failures > 0 && isClosed()) return false;
        if (failures > 0) await pause(failures);
      }
    } catch {
      return false;
    }
  }

  const start = () => {
    cancelRest();
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  };
  return {
    wake() {
      cancelRest();
      cancelRest = delay(() => void start(), REST_MS);
    },
    flush: start,
  };
}
