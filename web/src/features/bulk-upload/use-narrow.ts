import { useSyncExternalStore } from 'react';

/** Below this width, tables are shown as cards. */
const NARROW = '(width < 48rem)';

export const isNarrow = (): boolean => window.matchMedia(NARROW).matches;

function subscribe(listener: () => void) {
  const query = window.matchMedia(NARROW);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

export const useNarrow = (): boolean => useSyncExternalStore(subscribe, isNarrow);
