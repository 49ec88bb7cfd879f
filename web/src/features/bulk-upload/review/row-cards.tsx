import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useRef } from 'react';
import { useListTop } from '../use-list-top.ts';
import { RowCard } from './row-card.tsx';
import type { RowActions } from './row-details.tsx';
import { rangeWith } from './use-grid-window.ts';

const USUAL_HEIGHT = 132;
const GAP = 12;

function focusedIndex(list: HTMLElement | null): number | null {
  const item = list?.contains(document.activeElement) && document.activeElement?.closest('[data-index]');
  return item ? Number(item.getAttribute('data-index')) : null;
}

/** Rows as cards that scroll with the page; only those near the viewport are in the document. */
export function RowCards({
  numbers,
  ...actions
}: Omit<RowActions, 'onFixed'> & { numbers: readonly number[] }) {
  const list = useRef<HTMLUListElement>(null);
  const top = useListTop(list);
  const virtualizer = useWindowVirtualizer({
    count: numbers.length,
    estimateSize: () => USUAL_HEIGHT,
    gap: GAP,
    overscan: 4,
    // The text typed in the focused card is not saved before the focus leaves it.
    rangeExtractor: useCallback((range: Range) => {
      const focused = focusedIndex(list.current);
      return focused === null ? defaultRangeExtractor(range) : rangeWith(range, focused);
    }, []),
    scrollMargin: top,
    getItemKey: useCallback((index: number) => numbers[index] ?? index, [numbers]),
    useFlushSync: false,
  });
  return (
    <ul ref={list} aria-label="Rows" className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const number = numbers[index];
        if (number === undefined) return null;
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            aria-setsize={numbers.length}
            aria-posinset={index + 1}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${start - top}px)` }}
          >
            <RowCard number={number} {...actions} />
          </li>
        );
      })}
    </ul>
  );
}
