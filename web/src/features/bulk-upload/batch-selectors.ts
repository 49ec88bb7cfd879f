import type { BulkRow } from '@lading/contract/bulk.ts';
import { useEffect, useState } from 'react';
import type { BatchStore } from './batch/batch-store.ts';

export function* rowsOf(store: BatchStore): Generator<BulkRow> {
  for (const number of store.rowNumbers()) {
    const row = store.row(number);
    if (row) yield row;
  }
}

type Figures = Readonly<Record<string, number>>;

const same = (a: Figures, b: Figures) => Object.keys(b).every((name) => a[name] === b[name]);

/** Totals over all rows, updated when one of them changes. `count` must be a stable function. */
export function useFigures<T extends { [K in keyof T]: number }>(
  store: BatchStore,
  count: (rows: Iterable<BulkRow>) => T,
): T {
  const [figures, setFigures] = useState(() => count(rowsOf(store)));
  useEffect(() => {
    const update = () =>
      setFigures((before) => {
        const now = count(rowsOf(store));
        return same(before, now) ? before : now;
      });
    update();
    return store.subscribe(update);
  }, [store, count]);
  return figures;
}
