import { type RefCallback, useCallback, useState } from 'react';

/** Whether an element's content overflows its width. */
export function useOverflow(): [RefCallback<HTMLElement>, boolean] {
  const [overflowing, setOverflowing] = useState(false);
  const attach = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const measure = () => setOverflowing(element.scrollWidth > element.clientWidth);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  return [attach, overflowing];
}
