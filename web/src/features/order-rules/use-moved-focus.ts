import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moving an element loses its focus. Restores the focus after the move, or focuses the first enabled button beside it
 * if it is now disabled. Returns a function to call before a move.
 */
export function useMovedFocus(list: RefObject<HTMLElement | null>, items: readonly unknown[]): () => void {
  const wanted = useRef<HTMLElement | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list may have moved when its items change.
  useEffect(() => {
    const element = wanted.current;
    const focused = document.activeElement;
    // If the user has focused something else, leave the focus there.
    if (!element || (focused !== document.body && focused !== element)) return;
    const usable = element.matches(':disabled')
      ? element.parentElement?.querySelector<HTMLElement>('button:enabled')
      : element;
    usable?.focus();
  }, [items]);
  useEffect(() => {
    const forget = () => {
      wanted.current = null;
    };
    window.addEventListener('pointerdown', forget, true);
    return () => window.removeEventListener('pointerdown', forget, true);
  }, []);
  return () => {
    const focused = document.activeElement;
    wanted.current = focused instanceof HTMLElement && list.current?.contains(focused) ? focused : null;
  };
}
