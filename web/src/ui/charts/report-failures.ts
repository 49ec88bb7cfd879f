import { toast } from '../toast/toast.ts';

const MIN_INTERVAL_MS = 2000;

/** Panels load separately. Failures at about the same time share one toast. */
export function createFailureReporter(message: string): () => void {
  let lastShownAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - lastShownAt < MIN_INTERVAL_MS) return;
    lastShownAt = now;
    toast.error(message);
  };
}
