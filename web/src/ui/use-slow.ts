import { useEffect, useState } from 'react';

/** From here on, a page says that it takes longer than usual. */
const SLOW_MS = 8000;

/** True after waiting for long without any change of `progress`. */
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
