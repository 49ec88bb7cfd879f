import type { CheckContext } from '@lading/contract/bulk/row.ts';
import type { BulkRow, RowUpdate } from '@lading/contract/bulk.ts';
import { checkEditedRow } from './check-edited-row.ts';
import type { EditQueue } from './edit-queue.ts';
import type { Scheduler } from './scheduler.ts';

/** Half a frame, so that the page can still draw. */
const SLICE_MS = 8;

export interface BatchRows {
  numbers: () => readonly number[];
  /** As shown: the server's row with unconfirmed edits applied. */
  row: (number: number) => BulkRow | undefined;
  /** As the server last sent it. */
  confirmed: (number: number) => BulkRow | undefined;
  revision: () => number;
  clear: () => void;
  /** Adds whole rows; they stay sorted by number. */
  add: (rows: readonly BulkRow[]) => void;
  update: (updates: readonly RowUpdate[]) => void;
  replace: (row: BulkRow) => void;
  /** Recomputes rows whose unconfirmed edits changed. */
  touch: (numbers: Iterable<number>) => void;
}

interface Options {
  queue: Pick<EditQueue, 'cellsOf' | 'removedOf'>;
  context: () => CheckContext;
  changed: () => void;
  scheduler: Pick<Scheduler, 'now' | 'later'>;
}

/** Handles rows in slices, because ten thousand in one task would freeze the page. */
function createSlicedQueue(
  scheduler: Options['scheduler'],
  handle: (number: number) => void,
  onSlice: () => void,
) {
  const waiting = new Set<number>();
  let scheduled = false;
  const run = () => {
    if (waiting.size === 0) return;
    const end = scheduler.now() + SLICE_MS;
    for (const number of waiting) {
      waiting.delete(number);
      handle(number);
      if (scheduler.now() > end) break;
    }
    onSlice();
    if (waiting.size === 0 || scheduled) return;
    scheduled = true;
    scheduler.later(() => {
      scheduled = false;
      run();
    });
  };
  return { add: (number: number) => waiting.add(number), clear: () => waiting.clear(), run };
}

export function createBatchRows({ queue, context, changed, scheduler }: Options): BatchRows {
  let numbers: readonly number[] = [];
  const confirmed = new Map<number, BulkRow>();
  const shown = new Map<number, BulkRow>();
  let revision = 0;

  const show = (number: number) => {
    const base = confirmed.get(number);
    if (!base) return;
    const cells = queue.cellsOf(number);
    const removed = queue.removedOf(number);
    const checked = cells ? checkEditedRow(base, cells, context()) : base;
    shown.set(
      number,
      removed === undefined || removed === checked.removed ? checked : { ...checked, removed },
    );
  };
  const bump = () => {
    revision += 1;
    changed();
  };
  const touched = createSlicedQueue(scheduler, show, bump);
  const hasEdits = (number: number) =>
    queue.cellsOf(number) !== undefined || queue.removedOf(number) !== undefined;
  const confirm = (row: BulkRow) => {
    confirmed.set(row.number, row);
    if (hasEdits(row.number)) touched.add(row.number);
    else shown.set(row.number, row);
  };

  return {
    numbers: () => numbers,
    row: (number) => shown.get(number),
    confirmed: (number) => confirmed.get(number),
    revision: () => revision,
    clear() {
      numbers = [];
      confirmed.clear();
      shown.clear();
      touched.clear();
      bump();
    },
    add(rows) {
      const added = rows.filter(({ number }) => !confirmed.has(number)).map(({ number }) => number);
      for (const row of rows) {
        confirmed.set(row.number, row);
        show(row.number);
      }
      if (added.length > 0) numbers = [...numbers, ...added].sort((a, b) => a - b);
      bump();
    },
    update(updates) {
      for (const update of updates) {
        const known = confirmed.get(update.number);
        if (known) confirm({ ...known, ...update, cells: update.cells ?? known.cells });
      }
      touched.run();
      bump();
    },
    replace(row) {
      confirm(row);
      touched.run();
      bump();
    },
    touch(changedNumbers) {
      for (const number of changedNumbers) touched.add(number);
      touched.run();
    },
  };
}
