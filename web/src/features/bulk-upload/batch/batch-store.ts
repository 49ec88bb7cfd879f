import type { Batch, BulkRow, ChosenRate, EditRowsBody } from '@lading/contract/bulk.ts';
import { API } from '@lading/contract/routes.ts';
import { reasonOf } from '../../../lib/api-error.ts';
import { draftStore } from '../../../lib/draft-store.ts';
import { loadRuntimeConfig } from '../../../lib/runtime-config.ts';
import { sessionStore } from '../../../lib/session-store.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { batchPath, chooseRates, editRows, getBatch, getRows, removeRows } from './batch-calls.ts';
import { createBatchStore } from './create-batch-store.ts';
import { followEvents } from './follow-events.ts';
import { nextFrame } from './frame-notifier.ts';
import { pauseBefore } from './try-again.ts';

/** One open batch: its rows live outside of React, so that ten thousand of them need not be drawn anew for one. */
export interface BatchStore {
  readonly id: string;
  subscribe(listener: () => void): () => void;
  /** Null until it has come. */
  batch(): Batch | null;
  /** The same array until rows come or go. */
  rowNumbers(): readonly number[];
  /** The same object until the row changes. */
  row(number: number): BulkRow | undefined;
  /** Grows with every change of any row. */
  revision(): number;
  loading(): { done: number; total: number } | null;
  /** Why the batch could not be loaded, in words. */
  failure(): string | null;
  /** Loads again after a failure. */
  reload(): void;
  /** Rows whose changes the server does not have yet. */
  unsaved(): number;
  /** Sends what waits; true once the server has everything. */
  flush(): Promise<boolean>;
  /** The day that counts as today for shipping dates. */
  today(): string;
  /** Shown at once, sent a moment later, tried again until the server has it. One call is one step of `undo`. */
  edit(edits: EditRowsBody['edits']): void;
  remove(numbers: number[], removed: boolean): void;
  /** Has the server look at rows again as they are. */
  recheck(numbers: number[]): void;
  choose(choices: { number: number; rateId: string; rate: ChosenRate }[]): Promise<void>;
  undo(): void;
  canUndo(): boolean;
  close(): void;
}

export function openBatch(id: string): BatchStore {
  const session = sessionStore.getSnapshot();
  const userId = session.status === 'confirmed' ? session.user.id : '';
  const draftName = `bulk-edits:${id}`;
  return createBatchStore(id, {
    getBatch: (signal) => getBatch(id, signal),
    getRows: (after, limit, signal) => getRows(id, { after, limit }, signal),
    send: async (piece) =>
      piece.kind === 'cells'
        ? (await editRows(id, piece.edits)).version
        : (await removeRows(id, piece.numbers, piece.removed)).version,
    choose: (choices) => chooseRates(id, choices),
    follow: (after, onEvent, signal) =>
      followEvents({ path: batchPath(API.batchEvents, id), after: String(after), onEvent, signal }),
    timeZone: async () => (await loadRuntimeConfig()).timeZone,
    readKept: () => draftStore.read(userId, draftName),
    keep: (edits) => draftStore.write(userId, draftName, edits),
    onRefused: (reason) => toast.error(`A change was not kept. ${reasonOf(reason)}`),
    nextFrame,
    later: (run) => setTimeout(run, 0),
    delay: (run, ms) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    pause: pauseBefore,
    now: () => performance.now(),
    date: () => new Date(),
  });
}
