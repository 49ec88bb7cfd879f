import { useEffect, useRef, useState } from 'react';
import { flipDelay } from './delayed-flag.ts';

export function useDelayedFlag(wanted: boolean): boolean {
  const [shown, setShown] = useState(false);
  const shownSince = useRef(0);
  useEffect(() => {
    const wait = flipDelay(wanted, shown, shownSince.current, performance.now());
    if (wait === null) return;
    const timer = setTimeout(() => {
      if (wanted) shownSince.current = performance.now();
      setShown(wanted);
    }, wait);
    return () => clearTimeout(timer);
  }, [wanted, shown]);
  return shown;
}
