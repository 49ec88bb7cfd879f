// biome-ignore-all lint/a11y/useSemanticElements: rows of a table cannot be taken out of its flow, as rows of ten thousand have to be.
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus is on the cells, one of which Tab always reaches.
import type { BulkColumn } from '@lading/contract/bulk/columns.ts';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type ClipboardEvent,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useDeferredValue,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { counted } from '../../../lib/batch-state.ts';
import type { BatchStore } from '../batch/batch-store.ts';
import type { EditEnd } from './cell-editor.tsx';
import { editPosition, GRID_COLUMNS, STICKY_COLUMNS } from './grid-columns.ts';
import { GridHeader } from './grid-header.tsx';
import { GRID_TEMPLATE, GRID_WIDTH, ROW_HEIGHT, scrollFor } from './grid-layout.ts';
import { type GridPlace, moveBy } from './grid-moves.ts';
import { type Editing, GridRow } from './grid-row.tsx';
import { parseBlock, pasteBlock } from './paste-block.ts';

const OVERSCAN = 4;
const OVERSCAN_COLUMNS = 2;
/** The cell at which someone arrives who has chosen none: the first behind those that stay in view. */
const FIRST_COLUMN = STICKY_COLUMNS;

export interface ActiveCell {
  number: number;
  column: number;
}

interface EditGridProps {
  store: BatchStore;
  numbers: readonly number[];
  active: ActiveCell | null;
  onActiveChange: (cell: ActiveCell) => void;
  /** Grows when the active cell is to have the focus back. */
  focusRequest: number;
  /** What list this is: another one is shown from its beginning. */
  list: string;
  /** The column that the list is about; it is brought into view. */
  subject: BulkColumn | null;
  /** What one action did to several rows, to be said and undone. */
  onChanged: (what: string) => void;
  label: string;
}

const NONE: readonly number[] = [];

const STEPS: Record<EditEnd, [index: number, column: number]> = {
  stay: [0, 0],
  down: [1, 0],
  up: [-1, 0],
  left: [0, -1],
  right: [0, 1],
};

/** Rows as a spreadsheet shows them; only those in view are in the document. One stop for Tab, arrows within. */
export function EditGrid(props: EditGridProps) {
  const { store, active, focusRequest, list, subject, onActiveChange, onChanged, label } = props;
  // A screenful of new rows is drawn in slices, between which the page listens.
  const numbers = useDeferredValue(props.numbers, NONE);
  const scroller = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);
  const [editing, setEditing] = useState<Editing | null>(null);
  const activeIndex = active ? numbers.indexOf(active.number) : -1;
  const stop: GridPlace = {
    index: Math.max(0, activeIndex),
    column: activeIndex >= 0 && active ? active.column : FIRST_COLUMN,
  };

  // The row with the focus stays in the document however far it is scrolled away.
  const rangeExtractor = useCallback(
    (range: Range) => {
      const shown = defaultRangeExtractor(range);
      if (stop.index >= range.count || shown.includes(stop.index)) return shown;
      return [...shown, stop.index].sort((a, b) => a - b);
    },
    [stop.index],
  );
  const virtualizer = useVirtualizer({
    count: numbers.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    rangeExtractor,
    getItemKey: useCallback((index: number) => numbers[index] ?? index, [numbers]),
    useFlushSync: false,
  });
  const columnItems = useVirtualizer({
    horizontal: true,
    count: GRID_COLUMNS.length,
    getScrollElement: () => scroller.current,
    estimateSize: (position) => GRID_COLUMNS[position]?.width ?? 0,
    overscan: OVERSCAN_COLUMNS,
    useFlushSync: false,
  }).getVirtualItems();
  const from = columnItems[0]?.index ?? 0;
  const to = columnItems.at(-1)?.index ?? GRID_COLUMNS.length - 1;

  const focusCell = useCallback((number: number, column: number) => {
    const cell = scroller.current?.querySelector<HTMLElement>(
      `[data-row="${number}"] [data-column="${column}"]`,
    );
    cell?.focus();
  }, []);

  useLayoutEffect(() => {
    if (!wantsFocus.current || editing || !active) return;
    wantsFocus.current = false;
    focusCell(active.number, active.column);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the request is the reason; where to is read at that moment.
  useLayoutEffect(() => {
    if (focusRequest > 0 && active) focusCell(active.number, active.column);
  }, [focusRequest]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is the reason; what it is about does not change.
  useLayoutEffect(() => {
    const { current } = scroller;
    current?.scrollTo({ top: 0, left: scrollFor(subject, current.clientWidth) });
  }, [list]);

  const goTo = ({ index, column }: GridPlace) => {
    const number = numbers[index];
    if (number === undefined) return;
    wantsFocus.current = true;
    onActiveChange({ number, column });
  };
  const startEditing = (place: GridPlace, start: string | null) => {
    const number = numbers[place.index];
    const row = number === undefined ? undefined : store.row(number);
    const column = row && !row.paid && !row.removed ? editPosition(row, place.column) : null;
    if (number === undefined || column === null) return;
    onActiveChange({ number, column });
    setEditing({ start });
  };
  const finish = (value: string | null, end: EditEnd) => {
    const number = numbers[stop.index];
    const column = GRID_COLUMNS[stop.column]?.column;
    setEditing(null);
    if (value !== null && number !== undefined && column)
      store.edit([{ number, cells: { [column]: value } }]);
    const [down, right] = STEPS[end];
    // Whoever clicked elsewhere has moved already.
    if (end !== 'stay' || value === null)
      goTo({
        index: Math.max(0, Math.min(numbers.length - 1, stop.index + down)),
        column: Math.max(0, Math.min(GRID_COLUMNS.length - 1, stop.column + right)),
      });
  };
  const latestFinish = useRef(finish);
  useLayoutEffect(() => {
    latestFinish.current = finish;
  });
  const commit = useCallback((value: string, end: EditEnd) => latestFinish.current(value, end), []);
  const cancel = useCallback(() => latestFinish.current(null, 'stay'), []);

  const placeOf = (event: { target: EventTarget }): GridPlace | null => {
    if (!(event.target instanceof Element)) return null;
    const cell = event.target.closest<HTMLElement>('[data-column]');
    const row = event.target.closest<HTMLElement>('[data-row]');
    if (!cell || !row) return null;
    return { index: numbers.indexOf(Number(row.dataset.row)), column: Number(cell.dataset.column) };
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const place = placeOf(event);
    if (!place) return;
    const { key, ctrlKey, metaKey, altKey } = event;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2);
    const moved = altKey
      ? null
      : moveBy(event, place, { rows: numbers.length, columns: GRID_COLUMNS.length, page });
    if (moved) goTo(moved);
    else if (key === 'Enter' || key === 'F2') startEditing(place, null);
    else if (key === 'Delete' || key === 'Backspace') clearCell(place);
    else if (key.length === 1 && !ctrlKey && !metaKey && !altKey) startEditing(place, key);
    else return;
    event.preventDefault();
  };
  const clearCell = (place: GridPlace) => {
    const number = numbers[place.index];
    const column = GRID_COLUMNS[place.column]?.column;
    if (number !== undefined && column) store.edit([{ number, cells: { [column]: '' } }]);
  };

  const onClick = (event: MouseEvent) => {
    const place = placeOf(event);
    if (!place) return;
    const again = active && numbers[place.index] === active.number && place.column === active.column;
    if (again) startEditing(place, null);
    else goTo(place);
  };

  const onPaste = (event: ClipboardEvent) => {
    const place = placeOf(event);
    if (!place) return;
    event.preventDefault();
    const { edits, left } = pasteBlock(parseBlock(event.clipboardData.getData('text/plain')), numbers, place);
    store.edit(edits);
    const room = left > 0 ? `, ${left} had no room` : '';
    onChanged(`Pasted into ${counted(edits.length, 'row')}${room}`);
  };
  const onCopy = (event: ClipboardEvent) => {
    const place = placeOf(event);
    const row = place && store.row(numbers[place.index] ?? 0);
    const column = place && GRID_COLUMNS[place.column];
    if (!row || !column || !document.getSelection()?.isCollapsed) return;
    event.preventDefault();
    event.clipboardData.setData(
      'text/plain',
      column.column ? (row.cells[column.column] ?? '') : column.text(row),
    );
  };

  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={numbers.length + 1}
      aria-colcount={GRID_COLUMNS.length}
      className="relative max-h-[clamp(15rem,calc(100dvh-34rem),44rem)] overflow-auto overscroll-contain rounded-card border border-line bg-surface [scroll-padding:36px_0_0_200px]"
      style={{ '--grid': GRID_TEMPLATE } as CSSProperties}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onPaste={onPaste}
      onCopy={onCopy}
    >
      <GridHeader />
      <div
        role="rowgroup"
        className="relative"
        style={{ width: GRID_WIDTH, height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const number = numbers[index];
          if (number === undefined) return null;
          const here = index === stop.index;
          return (
            <GridRow
              key={number}
              store={store}
              number={number}
              index={index}
              top={start}
              from={from}
              to={to}
              stop={here ? stop.column : null}
              active={index === activeIndex}
              editing={here ? editing : null}
              onCommit={commit}
              onCancel={cancel}
            />
          );
        })}
      </div>
    </div>
  );
}
