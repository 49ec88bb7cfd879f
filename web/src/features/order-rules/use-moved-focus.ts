import { type RefObject, useEffect, useRef } from 'react';

/**
 * A moved element loses the focus. It gets it again after the list has moved; a button that can no longer be used leaves it
 * to its neighbor. Returns what to call before a move.
 */
export function useMovedFocus(list: RefObject<HTMLElement | null>, items: readonly unknown[]): () => void {
  const wanted = useRef<HTMLElement | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list may have moved when its items change.
  useEffect(() => {
    const element = wanted.current;
    const focused = document.activeElement;
    // Someone who has moved on keeps the focus where it is.
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
