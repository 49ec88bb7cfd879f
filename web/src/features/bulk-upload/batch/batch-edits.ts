import type { BulkRow } from '@lading/contract/bulk.ts';
import type { StoreDependencies } from './batch-dependencies.ts';
import type { BatchRows } from './batch-rows.ts';
import { changeOf } from './change-of.ts';
import type { EditQueue, Piece, RowEdit } from './edit-queue.ts';
import { createEditSender } from './edit-sender.ts';
import { createKeeper, readKeptEdits } from './kept-edits.ts';
import { createUndoStack } from './undo-stack.ts';

interface Options extends StoreDependencies {
  queue: EditQueue;
  rows: BatchRows;
  changed: () => void;
  closing: AbortSignal;
}

/** Paid rows are final. */
const isEditable = (row: BulkRow | undefined) =>
  row !== undefined && !row.paid && row.status !== 'label_generated';

const numbersOf = (piece: Piece) =>
  piece.kind === 'cells' ? piece.edits.map(({ number }) => number) : piece.numbers;

/** The user's edits to a batch: shows them immediately, keeps them in this browser, sends and undoes them. */
export function createBatchEdits({ api, drafts, scheduler, onRejected, ...options }: Options) {
  const { queue, rows, changed, closing } = options;
  const undoStack = createUndoStack();
  const keep = createKeeper(() => (queue.size() > 0 ? queue.kept() : null), drafts.write, scheduler.later);
  const sender = createEditSender({
    queue,
    send: api.send,
    onAnswered: () => {
      // Sending a kept edit twice is harmless, so the draft is rewritten only when the queue is empty.
      if (queue.size() === 0) void keep();
      changed();
    },
    onRejected: (piece, reason) => {
      rows.touch(numbersOf(piece));
      void keep();
      onRejected(reason);
    },
    pause: (failures) => scheduler.pause(failures, closing),
    delay: scheduler.delay,
    isClosed: () => closing.aborted,
  });

  const enqueue = (change: Piece) => {
    if (change.kind === 'cells') queue.edit(change.edits);
    else queue.remove(change.numbers, change.removed);
    rows.touch(numbersOf(change));
    void keep();
    sender.wake();
    changed();
  };

  return {
    /** Restores edits that an earlier visit could not send. */
    restore(kept: unknown) {
      if (queue.size() > 0) return;
      const { cells, removed } = readKeptEdits(kept);
      queue.edit(cells.map(([number, edited]) => ({ number, cells: edited })));
      for (const [number, value] of removed) queue.remove([number], value);
    },
    /** Sends the restored edits. */
    resume() {
      if (queue.size() > 0) sender.wake();
    },
    flush: sender.flush,

    edit(edits: readonly RowEdit[]) {
      const changes = edits.flatMap((edit) => {
        const base = rows.confirmed(edit.number);
        if (!base || !isEditable(base)) return [];
        return changeOf(edit, base.cells, queue.cellsOf(edit.number)) ?? [];
      });
      if (changes.length === 0) return;
      undoStack.push({ kind: 'cells', edits: changes.map(({ before }) => before) });
      enqueue({ kind: 'cells', edits: changes.map(({ after }) => after) });
    },
    remove(numbers: readonly number[], removed: boolean) {
      const changing = numbers.filter((number) => {
        const row = rows.row(number);
        return isEditable(row) && row?.removed !== removed;
      });
      if (changing.length === 0) return;
      undoStack.push({ kind: 'removal', numbers: changing, removed: !removed });
      enqueue({ kind: 'removal', numbers: changing, removed });
    },
    recheck(numbers: readonly number[]) {
      enqueue({ kind: 'cells', edits: numbers.map((number) => ({ number, cells: {} })) });
    },
    undo() {
      const step = undoStack.pop();
      if (step) enqueue(step);
    },
    canUndo: () => !undoStack.isEmpty(),
  };
}

export type BatchEdits = ReturnType<typeof createBatchEdits>;
