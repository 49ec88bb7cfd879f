import type { OrderRow } from '@lading/contract/orders/orders.ts';
import { useState } from 'react';
import { isSelectable } from './order-row.tsx';
import type { OrdersView } from './orders-view.ts';

export interface OrderSelection {
  ids: ReadonlySet<string>;
  /** Selects or deselects. With `isRange`, also the rows between this one and the last one. */
  toggle: (rows: readonly OrderRow[], index: number, isOn: boolean, isRange?: boolean) => void;
  setAll: (ids: readonly string[], isOn: boolean) => void;
  clear: () => void;
}

const NONE: ReadonlySet<string> = new Set();

/** Kept across pages, but cleared when the list changes, so that orders outside the list are not shipped by mistake. */
export function useOrderSelection({ view, search, source, country, tag }: OrdersView): OrderSelection {
  const list = JSON.stringify([view, search, source, country, tag]);
  const [{ ids, of, last }, setState] = useState({ ids: NONE, of: list, last: '' });
  const current = of === list ? ids : NONE;
  const set = (changed: readonly string[], isOn: boolean, lastId = '') => {
    const after = new Set(current);
    for (const id of changed) isOn ? after.add(id) : after.delete(id);
    setState({ ids: after, of: list, last: lastId });
  };
  return {
    ids: current,
    toggle(rows, index, isOn, isRange = false) {
      const from = isRange ? rows.findIndex(({ id }) => id === last) : -1;
      const range = from < 0 ? [index, index] : [Math.min(from, index), Math.max(from, index)];
      const [start = index, end = index] = range;
      const changed = rows.slice(start, end + 1).filter(isSelectable);
      set(
        changed.map(({ id }) => id),
        isOn,
        rows[index]?.id,
      );
    },
    setAll: (changed, isOn) => set(changed, isOn),
    clear: () => setState({ ids: NONE, of: list, last: '' }),
  };
}
