import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router';

/** Scrolls to an element and focuses it, once it is `ready`, if the address names it: `/page#id`. */
export function useLinkTarget(target: RefObject<HTMLElement | null>, ready: boolean): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second click on the same link has another key
  useEffect(() => {
    const element = target.current;
    if (!ready || !element || hash !== `#${element.id}`) return;
    element.scrollIntoView({ block: 'start' });
    element.focus({ preventScroll: true });
  }, [target, ready, hash, key]);
}
