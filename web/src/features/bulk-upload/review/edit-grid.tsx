// biome-ignore-all lint/a11y/useSemanticElements: a virtual list positions its rows, which <tr> cannot do.
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells take the focus instead.
import type { BulkColumn } from '@lading/contract/bulk/columns.ts';
import { type CSSProperties, useDeferredValue, useLayoutEffect, useRef } from 'react';
import type { BatchStore } from '../batch/batch-store.ts';
import { STICKY_COLUMNS } from './grid-columns.ts';
import { GridHeader } from './grid-header.tsx';
import { gridTemplate, gridWidth } from './grid-layout.ts';
import type { ActiveCell, GridPlace } from './grid-moves.ts';
import { GridRow } from './grid-row.tsx';
import { useGridEditing } from './use-grid-editing.ts';
import { useGridFocus } from './use-grid-focus.ts';
import { useGridInput } from './use-grid-input.ts';
import { useGridWindow } from './use-grid-window.ts';

/** The cell that Tab reaches before any cell is active: the first after the sticky columns. */
const FIRST_COLUMN = STICKY_COLUMNS;

interface EditGridProps {
  store: BatchStore;
  numbers: readonly number[];
  active: ActiveCell | null;
  onActiveChange: (cell: ActiveCell) => void;
  /** Increases to return the focus to the active cell. */
  focusRequest: number;
  /** Identifies the filter; a different list is shown from its start. */
  list: string;
  /** The column that the filter is about; it is scrolled into view. */
  subject: BulkColumn | null;
  /** Reports one action on several rows, to be announced and undone. */
  onChanged: (what: string) => void;
  label: string;
  /** The grid shows this many columns, starting with the first. */
  columnCount: number;
}

const NONE: readonly number[] = [];

/** A spreadsheet of rows. One tab stop; arrow keys move between cells. */
export function EditGrid(props: EditGridProps) {
  const { store, active, onActiveChange, onChanged, label, columnCount } = props;
  // New rows are drawn in slices, so that the page stays responsive.
  const numbers = useDeferredValue(props.numbers, NONE);
  const scroller = useRef<HTMLDivElement>(null);
  const activeIndex = active ? numbers.indexOf(active.number) : -1;
  const stop: GridPlace = {
    index: Math.max(0, activeIndex),
    column: activeIndex >= 0 && active ? Math.min(active.column, columnCount - 1) : FIRST_COLUMN,
  };
  const { rows, from, to } = useGridWindow(scroller, numbers, stop.index, columnCount);
  const { goTo, focusWanted } = useGridFocus({ ...props, numbers, scroller });
  const editor = useGridEditing({ store, numbers, stop, goTo, onActiveChange, columnCount });
  useLayoutEffect(() => focusWanted(editor.editing !== null));
  const handlers = useGridInput({
    store,
    numbers,
    active,
    scroller,
    goTo,
    startEditing: editor.start,
    clearCell: editor.clear,
    onChanged,
    columnCount,
  });

  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={numbers.length + 1}
      aria-colcount={columnCount}
      className="relative max-h-[clamp(15rem,calc(100dvh-34rem),44rem)] overflow-auto overscroll-contain rounded-card border border-line bg-surface [scroll-padding:36px_0_0_384px]"
      style={{ '--grid': gridTemplate(columnCount) } as CSSProperties}
      {...handlers}
    >
      <GridHeader columnCount={columnCount} />
      <div
        role="rowgroup"
        className="relative"
        style={{ width: gridWidth(columnCount), height: rows.getTotalSize() }}
      >
        {rows.getVirtualItems().map(({ index, start }) => {
          const number = numbers[index];
          if (number === undefined) return null;
          const here = index === stop.index;
          return (
            <GridRow
              key={number}
              {...{ store, number, index, from, to }}
              top={start}
              stop={here ? stop.column : null}
              active={index === activeIndex}
              editing={here ? editor.editing : null}
              onCommit={editor.commit}
              onCancel={editor.cancel}
            />
          );
        })}
      </div>
    </div>
  );
}
