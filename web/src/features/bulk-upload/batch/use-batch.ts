import type { Batch, BulkRow } from '@lading/contract/bulk.ts';
import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { BatchStore } from './batch-store.ts';

export const useBatch = (store: BatchStore): Batch | null =>
  useSyncExternalStore(store.subscribe, store.batch);

export function useRow(store: BatchStore, number: number): BulkRow | undefined {
  const read = useCallback(() => store.row(number), [store, number]);
  return useSyncExternalStore(store.subscribe, read);
}

/** The numbers of the matching rows, as the same array until they differ. `key` identifies the filter. */
export function useFilteredRows(
  store: BatchStore,
  keep: (row: BulkRow) => boolean,
  key: string,
): readonly number[] {
  const last = useRef<{ store: BatchStore; revision: number; key: string; numbers: readonly number[] }>(null);
  const read = () => {
    const revision = store.revision();
    const known = last.current;
    if (known?.store === store && known.revision === revision && known.key === key) return known.numbers;
    const found = store.rowNumbers().filter((number) => {
      const row = store.row(number);
      return row !== undefined && keep(row);
    });
    const numbers = known && sameNumbers(known.numbers, found) ? known.numbers : found;
    last.current = { store, revision, key, numbers };
    return numbers;
  };
  return useSyncExternalStore(store.subscribe, read);
}

const sameNumbers = (a: readonly number[], b: readonly number[]) =>
  a.length === b.length && a.every((number, index) => number === b[index]);
