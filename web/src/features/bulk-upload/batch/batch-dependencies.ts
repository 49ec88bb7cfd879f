import type { Batch, ItemAnswer, RateChoice, RowsAnswer } from '@lading/contract/bulk.ts';
import type { KeptEdits, Piece } from './edit-queue.ts';
import type { StreamEvent } from './follow-events.ts';
import type { Scheduler } from './scheduler.ts';

/** The server's side of one batch. */
interface BatchApi {
  getBatch: (signal: AbortSignal) => Promise<Batch>;
  getRows: (after: number, limit: number, signal: AbortSignal) => Promise<RowsAnswer>;
  /** Returns the batch version that includes the change. */
  send: (piece: Piece) => Promise<number>;
  complete: (answers: ItemAnswer[]) => Promise<void>;
  choose: (choices: RateChoice[]) => Promise<void>;
  follow: (after: number, onEvent: (event: StreamEvent) => void, signal: AbortSignal) => Promise<void>;
  timeZone: () => Promise<string>;
}

/** Unsent edits, kept in this browser until the server has them. */
interface EditDrafts {
  read: () => Promise<unknown>;
  write: (edits: KeptEdits | null) => Promise<void>;
}

export interface StoreDependencies {
  api: BatchApi;
  drafts: EditDrafts;
  scheduler: Scheduler;
  /** Called when the server rejects an edit and a retry cannot help. */
  onRejected: (reason: unknown) => void;
}
