import type { ClipboardEvent, KeyboardEvent, MouseEvent, RefObject } from 'react';
import { toast } from '../../../ui/toast/toast.ts';
import type { BatchStore } from '../batch/batch-store.ts';
import { COPY } from '../copy.ts';
import { GRID_COLUMNS } from './grid-columns.ts';
import { ROW_HEIGHT } from './grid-layout.ts';
import { type ActiveCell, type GridPlace, moveBy } from './grid-moves.ts';
import { parseBlock, pasteBlock, pasteColumn } from './paste-block.ts';

interface Options {
  store: BatchStore;
  numbers: readonly number[];
  active: ActiveCell | null;
  scroller: RefObject<HTMLDivElement | null>;
  goTo: (place: GridPlace) => void;
  startEditing: (place: GridPlace, firstKey: string | null) => void;
  clearCell: (place: GridPlace) => void;
  onChanged: (what: string) => void;
  columnCount: number;
}

/** Keyboard, mouse and clipboard handlers of the grid. */
export function useGridInput(options: Options) {
  const { store, numbers, active, scroller, goTo, startEditing, clearCell, onChanged, columnCount } = options;
  const placeOf = ({ target }: { target: EventTarget }): GridPlace | null => {
    if (!(target instanceof Element)) return null;
    const cell = target.closest<HTMLElement>('[data-column]');
    const row = target.closest<HTMLElement>('[data-row]');
    if (!cell || !row) return null;
    return { index: numbers.indexOf(Number(row.dataset.row)), column: Number(cell.dataset.column) };
  };
  const gridSize = () => ({
    rows: numbers.length,
    columns: columnCount,
    page: Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2),
  });

  return {
    onKeyDown(event: KeyboardEvent) {
      const place = placeOf(event);
      if (!place) return;
      const { key, ctrlKey, metaKey, altKey } = event;
      const moved = altKey ? null : moveBy(event, place, gridSize());
      if (moved) goTo(moved);
      else if (key === 'Enter' || key === 'F2') startEditing(place, null);
      else if (key === 'Delete' || key === 'Backspace') clearCell(place);
      else if (key.length === 1 && !ctrlKey && !metaKey && !altKey) startEditing(place, key);
      else return;
      event.preventDefault();
    },
    onClick(event: MouseEvent) {
      const place = placeOf(event);
      if (!place) return;
      const again = active && numbers[place.index] === active.number && place.column === active.column;
      if (again) startEditing(place, null);
      else goTo(place);
    },
    onPaste(event: ClipboardEvent) {
      const place = placeOf(event);
      const row = place && store.row(numbers[place.index] ?? 0);
      if (!row) return;
      event.preventDefault();
      const block = parseBlock(event.clipboardData.getData('text/plain'));
      const column = pasteColumn(block, row, place.column);
      if (column === null) return toast.error(COPY.review.cannotPaste);
      const { edits, left } = pasteBlock(block, numbers, { ...place, column }, columnCount);
      store.edit(edits);
      onChanged(COPY.review.pasted(edits.length, left));
    },
    onCopy(event: ClipboardEvent) {
      const place = placeOf(event);
      const row = place && store.row(numbers[place.index] ?? 0);
      const column = place && GRID_COLUMNS[place.column];
      if (!row || !column || !document.getSelection()?.isCollapsed) return;
      event.preventDefault();
      const text = column.column ? (row.cells[column.column] ?? '') : column.text(row);
      event.clipboardData.setData('text/plain', text);
    },
  };
}
