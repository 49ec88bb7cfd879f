import type { CheckContext } from '@lading/contract/bulk/row.ts';
import type { BulkRow, RowUpdate } from '@lading/contract/bulk.ts';
import type { EditQueue } from './edit-queue.ts';
import { judgeRow } from './judge-row.ts';

/** Left of a frame for drawing after a piece of judging. */
const SLICE_MS = 8;

export interface BatchRows {
  numbers: () => readonly number[];
  /** As it is shown: what the server said, and over it what it does not know yet. */
  row: (number: number) => BulkRow | undefined;
  /** As the server said it. */
  told: (number: number) => BulkRow | undefined;
  revision: () => number;
  /** Forgets what was there. */
  clear: () => void;
  /** Whole rows, in the order of their numbers. */
  add: (rows: readonly BulkRow[]) => void;
  update: (updates: readonly RowUpdate[]) => void;
  replace: (row: BulkRow) => void;
  /** What is in force over these rows has changed. */
  touch: (numbers: Iterable<number>) => void;
}

interface Options {
  queue: Pick<EditQueue, 'cellsOf' | 'removedOf'>;
  context: () => CheckContext;
  changed: () => void;
  now: () => number;
  /** Runs in a task of its own, so that the page can draw and listen in between. */
  later: (run: () => void) => void;
}

export function createBatchRows({ queue, context, changed, now, later }: Options): BatchRows {
  let numbers: readonly number[] = [];
  const told = new Map<number, BulkRow>();
  const shown = new Map<number, BulkRow>();
  const touched = new Set<number>();
  let sliceWaits = false;
  let revision = 0;

  const show = (number: number) => {
    const base = told.get(number);
    if (!base) return;
    const cells = queue.cellsOf(number);
    const removed = queue.removedOf(number);
    const judged = cells ? judgeRow(base, cells, context()) : base;
    shown.set(number, removed === undefined || removed === judged.removed ? judged : { ...judged, removed });
  };
  const bump = () => {
    revision += 1;
    changed();
  };
  /** Ten thousand rows take longer to judge than the page may be deaf. */
  const showTouched = () => {
    if (touched.size === 0) return;
    const end = now() + SLICE_MS;
    for (const number of touched) {
      touched.delete(number);
      show(number);
      if (now() > end) break;
    }
    bump();
    if (touched.size === 0 || sliceWaits) return;
    sliceWaits = true;
    later(() => {
      sliceWaits = false;
      showTouched();
    });
  };
  const touch = (changedNumbers: Iterable<number>) => {
    for (const number of changedNumbers) touched.add(number);
    showTouched();
  };
  const isOverlaid = (number: number) =>
    queue.cellsOf(number) !== undefined || queue.removedOf(number) !== undefined;
  const tell = (row: BulkRow) => {
    told.set(row.number, row);
    if (isOverlaid(row.number)) touched.add(row.number);
    else shown.set(row.number, row);
  };

  return {
    numbers: () => numbers,
    row: (number) => shown.get(number),
    told: (number) => told.get(number),
    revision: () => revision,
    clear() {
      numbers = [];
      told.clear();
      shown.clear();
      touched.clear();
      bump();
    },
    add(rows) {
      const fresh = rows.filter(({ number }) => !told.has(number)).map(({ number }) => number);
      for (const row of rows) {
        told.set(row.number, row);
        show(row.number);
      }
      if (fresh.length > 0) numbers = [...numbers, ...fresh].sort((a, b) => a - b);
      bump();
    },
    update(updates) {
      for (const update of updates) {
        const known = told.get(update.number);
        if (known) tell({ ...known, ...update, cells: update.cells ?? known.cells });
      }
      showTouched();
      bump();
    },
    replace(row) {
      tell(row);
      showTouched();
      bump();
    },
    touch,
  };
}
