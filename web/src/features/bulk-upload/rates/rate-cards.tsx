import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useRef, useState } from 'react';
import type { BatchStore } from '../batch/batch-store.ts';
import { useListTop } from '../use-list-top.ts';
import { isNarrow } from '../use-narrow.ts';
import { RateCard, type RateCardProps } from './rate-card.tsx';

/** Up to this many cards, all are in the document, so that the browser's search finds them. */
const ALL_DRAWN = 60;
/** Estimates for wide and narrow screens; each card is measured once drawn. */
const CARD_PX = { wide: 74, narrow: 144 };
const GAP_PX = 8;

interface RateCardsProps {
  store: BatchStore;
  numbers: readonly number[];
  onRefresh: (numbers: number[]) => void;
}

export function RateCards({ store, numbers, onRefresh }: RateCardsProps) {
  const [opened, setOpened] = useState<number | null>(null);
  const toggle = useCallback((number: number) => setOpened((now) => (now === number ? null : number)), []);
  const card = (number: number): RateCardProps => ({
    store,
    number,
    open: number === opened,
    onToggle: toggle,
    onRefresh,
  });
  if (numbers.length > ALL_DRAWN) return <VirtualList numbers={numbers} card={card} />;
  return (
    <ul className="grid gap-2">
      {numbers.map((number) => (
        <li key={number}>
          <RateCard {...card(number)} />
        </li>
      ))}
    </ul>
  );
}

interface VirtualListProps {
  numbers: readonly number[];
  card: (number: number) => RateCardProps;
}

/** Draws only the cards near the viewport. */
function VirtualList({ numbers, card }: VirtualListProps) {
  const list = useRef<HTMLUListElement>(null);
  const top = useListTop(list);
  const usual = isNarrow() ? CARD_PX.narrow : CARD_PX.wide;
  const virtual = useWindowVirtualizer({
    count: numbers.length,
    estimateSize: () => usual,
    // A new function would remeasure every card.
    getItemKey: useCallback((index: number) => numbers[index] ?? index, [numbers]),
    gap: GAP_PX,
    overscan: 8,
    scrollMargin: top,
  });
  return (
    <ul ref={list} className="relative" style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map((item) => {
        const number = numbers[item.index];
        return number === undefined ? null : (
          <li
            key={item.key}
            ref={virtual.measureElement}
            data-index={item.index}
            aria-setsize={numbers.length}
            aria-posinset={item.index + 1}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${item.start - top}px)` }}
          >
            <RateCard {...card(number)} />
          </li>
        );
      })}
    </ul>
  );
}
