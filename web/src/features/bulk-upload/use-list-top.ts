import { type RefObject, useLayoutEffect, useState } from 'react';

/** How far below the page's beginning a list stands; what is above it may grow or go. */
export function useListTop(list: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const place = () => {
      if (list.current) setTop(list.current.getBoundingClientRect().top + window.scrollY);
    };
    place();
    const observer = new ResizeObserver(place);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return top;
}

/** Below this width rows are cards. */
export const isNarrow = (): boolean => window.matchMedia('(width < 48rem)').matches;
