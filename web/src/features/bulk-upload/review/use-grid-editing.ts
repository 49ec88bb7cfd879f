import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { BatchStore } from '../batch/batch-store.ts';
import type { EditEnd } from './cell-editor.tsx';
import { editPosition, GRID_COLUMNS } from './grid-columns.ts';
import type { ActiveCell, GridPlace } from './grid-moves.ts';
import type { Editing } from './grid-row.tsx';

const STEPS: Record<EditEnd, [index: number, column: number]> = {
  stay: [0, 0],
  down: [1, 0],
  up: [-1, 0],
  left: [0, -1],
  right: [0, 1],
};

const clamp = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));

interface Options {
  store: BatchStore;
  numbers: readonly number[];
  stop: GridPlace;
  goTo: (place: GridPlace) => void;
  onActiveChange: (cell: ActiveCell) => void;
  columnCount: number;
}

/** Opens the cell editor, saves its value and moves the focus. */
export function useGridEditing({ store, numbers, stop, goTo, onActiveChange, columnCount }: Options) {
  const [editing, setEditing] = useState<Editing | null>(null);

  const start = (place: GridPlace, firstKey: string | null) => {
    const number = numbers[place.index];
    const row = number === undefined ? undefined : store.row(number);
    const column = row && !row.paid && !row.removed ? editPosition(row, place.column) : null;
    if (number === undefined || column === null) return;
    onActiveChange({ number, column });
    setEditing({ start: firstKey });
  };
  const clear = (place: GridPlace) => {
    const number = numbers[place.index];
    const column = GRID_COLUMNS[place.column]?.column;
    if (number !== undefined && column) store.edit([{ number, cells: { [column]: '' } }]);
  };
  const finish = (value: string | null, end: EditEnd) => {
    const number = numbers[stop.index];
    const column = GRID_COLUMNS[stop.column]?.column;
    setEditing(null);
    if (value !== null && number !== undefined && column)
      store.edit([{ number, cells: { [column]: value } }]);
    // A click elsewhere has already moved the focus.
    if (end === 'stay' && value !== null) return;
    const [down, right] = STEPS[end];
    goTo({
      index: clamp(stop.index + down, numbers.length),
      column: clamp(stop.column + right, columnCount),
    });
  };

  // Stable callbacks, so that rows are not redrawn for each key.
  const latestFinish = useRef(finish);
  useLayoutEffect(() => {
    latestFinish.current = finish;
  });
  const commit = useCallback((value: string, end: EditEnd) => latestFinish.current(value, end), []);
  const cancel = useCallback(() => latestFinish.current(null, 'stay'), []);
  return { editing, start, clear, commit, cancel };
}
