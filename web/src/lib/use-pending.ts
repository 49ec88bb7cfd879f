import { useCallback, useRef, useState } from 'react';

/** Runs one task at a time; calls during a run do nothing. */
export function usePending() {
  const running = useRef(false);
  const [pending, setPending] = useState(false);
  const run = useCallback(async (work: () => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    setPending(true);
    try {
      await work();
    } finally {
      running.current = false;
      setPending(false);
    }
  }, []);
  return { pending, run };
}
