import { toast } from '../toast/toast.ts';

const TOGETHER_MS = 2000;

/** Panels load and fail alone; those that fail together are told of once. */
export function createFailureTeller(sentence: string): () => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - toldAt < TOGETHER_MS) return;
    toldAt = now;
    toast.error(sentence);
  };
}
