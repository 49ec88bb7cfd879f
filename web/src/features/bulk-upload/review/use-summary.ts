import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { BatchStore } from '../batch/batch-store.ts';
import { rowsOf } from '../batch-selectors.ts';
import { type ReviewSummary, summarize } from './review-summary.ts';

/** The summary of all rows, computed once per revision. */
export function useSummary(store: BatchStore): ReviewSummary {
  const read = useMemo(() => {
    let known: { revision: number; summary: ReviewSummary } | null = null;
    return () => {
      const revision = store.revision();
      if (known?.revision !== revision)
        known = { revision, summary: summarize([...rowsOf(store)], store.batch()?.decimalComma) };
      return known.summary;
    };
  }, [store]);
  return useSyncExternalStore(store.subscribe, read);
}

/** One value of the store; `read` must be a stable function. */
export function useStoreValue<T>(store: BatchStore, read: (store: BatchStore) => T): T {
  return useSyncExternalStore(
    store.subscribe,
    useCallback(() => read(store), [store, read]),
  );
}
