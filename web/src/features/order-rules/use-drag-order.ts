import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** Near the top and bottom of the window the page scrolls. */
const EDGE_PX = 72;
const SCROLL_PX = 12;

/** The dragged item, and the gap that it would drop into: 0 is above the first item. */
interface Drag {
  from: number;
  gap: number;
}

const placeOf = ({ from, gap }: Drag): number => (gap > from ? gap - 1 : gap);

/** Null if the item would stay where it is. */
export const dropGap = (drag: Drag | null): number | null =>
  drag && placeOf(drag) !== drag.from ? drag.gap : null;

function scrollSpeed(y: number): number {
  if (y < EDGE_PX) return -SCROLL_PX;
  return y > window.innerHeight - EDGE_PX ? SCROLL_PX : 0;
}

const middlesOf = (items: HTMLCollection): number[] =>
  [...items].map((item) => {
    const { top, height } = item.getBoundingClientRect();
    return top + height / 2 + window.scrollY;
  });

/**
 * Moves an item of a list with mouse, pen or finger. The item follows the pointer, and the others stay in place until
 * it is dropped. Escape cancels the drag.
 */
export function useDragOrder(
  list: RefObject<HTMLElement | null>,
  onDrop: (from: number, to: number) => void,
) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const cancel = useRef<() => void>(() => {});
  useEffect(() => () => cancel.current(), []);

  const start = (from: number, { button, pointerId, clientY }: ReactPointerEvent) => {
    const item = list.current?.children[from];
    if (button !== 0 || !list.current || !(item instanceof HTMLElement)) return;
    cancel.current();
    const middles = middlesOf(list.current.children);
    const startY = clientY + window.scrollY;
    let y = clientY;
    let now: Drag = { from, gap: from };
    let frame = 0;
    const ended = new AbortController();

    const follow = () => {
      const at = y + window.scrollY;
      item.style.transform = `translateY(${at - startY}px)`;
      const gap = middles.filter((middle) => middle < at).length;
      if (gap === now.gap) return;
      now = { from, gap };
      setDrag(now);
    };
    const scroll = () => {
      const speed = scrollSpeed(y);
      if (speed !== 0) {
        window.scrollBy(0, speed);
        follow();
      }
      frame = requestAnimationFrame(scroll);
    };
    const end = () => {
      ended.abort();
      cancelAnimationFrame(frame);
      item.style.transform = '';
      setDrag(null);
    };
    const listen = <K extends keyof WindowEventMap>(type: K, act: (event: WindowEventMap[K]) => void) =>
      window.addEventListener(type, act, { signal: ended.signal });
    const ofPointer = (act: (event: PointerEvent) => void) => (event: PointerEvent) => {
      if (event.pointerId === pointerId) act(event);
    };
    listen(
      'pointermove',
      ofPointer((event) => {
        y = event.clientY;
        follow();
      }),
    );
    listen(
      'pointerup',
      ofPointer(() => {
        end();
        if (placeOf(now) !== from) onDrop(from, placeOf(now));
      }),
    );
    listen('pointercancel', ofPointer(end));
    listen('keydown', ({ key }) => key === 'Escape' && end());
    cancel.current = end;
    setDrag(now);
    frame = requestAnimationFrame(scroll);
  };
  return { drag, start };
}
