import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback } from 'react';
import { GRID_COLUMNS } from './grid-columns.ts';
import { ROW_HEIGHT } from './grid-layout.ts';

const OVERSCAN_ROWS = 4;
const OVERSCAN_COLUMNS = 2;

/** The items in view, and one more, even if it is scrolled out of view. */
export function rangeWith(range: Range, index: number): number[] {
  const shown = defaultRangeExtractor(range);
  if (index >= range.count || shown.includes(index)) return shown;
  return [...shown, index].sort((a, b) => a - b);
}

/** The rows and columns in view; only these are in the document. */
export function useGridWindow(
  scroller: RefObject<HTMLDivElement | null>,
  numbers: readonly number[],
  stopIndex: number,
  columnCount: number,
) {
  // The focused row stays in the document even when it is scrolled out of view.
  const rangeExtractor = useCallback((range: Range) => rangeWith(range, stopIndex), [stopIndex]);
  const rows = useVirtualizer({
    count: numbers.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN_ROWS,
    rangeExtractor,
    getItemKey: useCallback((index: number) => numbers[index] ?? index, [numbers]),
    useFlushSync: false,
  });
  const columns = useVirtualizer({
    horizontal: true,
    count: columnCount,
    getScrollElement: () => scroller.current,
    estimateSize: (position) => GRID_COLUMNS[position]?.width ?? 0,
    overscan: OVERSCAN_COLUMNS,
    useFlushSync: false,
  }).getVirtualItems();
  return {
    rows,
    from: columns[0]?.index ?? 0,
    to: columns.at(-1)?.index ?? columnCount - 1,
  };
}
