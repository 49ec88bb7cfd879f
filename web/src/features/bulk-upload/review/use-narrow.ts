import { useSyncExternalStore } from 'react';

const NARROW = '(width < 48rem)';

function subscribe(listener: () => void) {
  const list = window.matchMedia(NARROW);
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
}

/** A grid needs room; a phone gets cards. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(subscribe, () => window.matchMedia(NARROW).matches);
