import { toast } from '../toast/toast.ts';

const TOGETHER_MS = 2000;

/** Panels load separately; failures at about the same time share one toast. */
export function createFailureTeller(sentence: string): () => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - toldAt < TOGETHER_MS) return;
    toldAt = now;
    toast.error(sentence);
  };
}
