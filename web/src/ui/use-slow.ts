import { useEffect, useState } from 'react';

/** After this long, a page says that it is taking longer than usual. */
const SLOW_MS = 8000;

/** True after a long wait without a change in `progress`. */
export function useSlow(waiting: boolean, progress: string | number = ''): boolean {
  const [slow, setSlow] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of `progress` starts a new wait.
  useEffect(() => {
    setSlow(false);
    if (!waiting) return;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, [waiting, progress]);
  return waiting && slow;
}
