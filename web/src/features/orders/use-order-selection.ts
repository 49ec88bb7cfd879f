import type { OrderRow, OrdersAnswer } from '@lading/contract/orders/orders.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { listOrderIds } from './order-calls.ts';
import { isSelectable } from './order-row.tsx';
import type { OrdersView } from './orders-view.ts';
import { queryOf, type useOrders } from './use-orders.ts';

export interface OrderSelection {
  ids: ReadonlySet<string>;
  /** The selected orders without those of this page that can't be shipped now. The server leaves out those of other pages. */
  shippable: readonly string[];
  /** Selects or deselects. With `isRange`, also the rows between this one and the last one. */
  toggle: (rows: readonly OrderRow[], index: number, isOn: boolean, isRange?: boolean) => void;
  setAll: (ids: readonly string[], isOn: boolean) => void;
  clear: () => void;
}

const NONE: ReadonlySet<string> = new Set();

/** The selected orders that have left the list, or can no longer be changed. Those on other pages stay. */
async function findUnlisted(
  ids: ReadonlySet<string>,
  { orders, pagination }: OrdersAnswer,
  view: OrdersView,
): Promise<string[]> {
  const shown = new Map(orders.map((order) => [order.id, isSelectable(order)]));
  const missing = [...ids].filter((id) => !shown.get(id));
  if (missing.length === 0 || pagination.totalPages <= 1) return missing;
  const all = await listOrderIds(queryOf(view));
  const listed = new Set(all.ids);
  // Of a longer list, the server names only the first orders.
  return missing.filter((id) => shown.has(id) || !(all.more || listed.has(id)));
}

/** Kept across pages, but without orders outside the list, so that these are not shipped by mistake. */
export function useOrderSelection(
  shownView: OrdersView,
  { data, isPlaceholderData }: Pick<ReturnType<typeof useOrders>, 'data' | 'isPlaceholderData'>,
): OrderSelection {
  const { view, search, source, country, tag } = shownView;
  const list = JSON.stringify([view, search, source, country, tag]);
  const [{ ids, of, last }, setState] = useState({ ids: NONE, of: list, last: '' });
  const current = of === list ? ids : NONE;
  const set = (changed: readonly string[], isOn: boolean, lastId = '') => {
    const after = new Set(current);
    for (const id of changed) isOn ? after.add(id) : after.delete(id);
    setState({ ids: after, of: list, last: lastId });
  };
  const dropUnlisted = useEffectEvent(async (loaded: OrdersAnswer) => {
    // Without an answer, the selection stays until the next load.
    const unlisted = new Set(await findUnlisted(current, loaded, shownView).catch(() => []));
    if (unlisted.size > 0)
      setState((now) =>
        now.of === list ? { ...now, ids: new Set([...now.ids].filter((id) => !unlisted.has(id))) } : now,
      );
  });
  useEffect(() => {
    if (data && !isPlaceholderData) void dropUnlisted(data);
  }, [data, isPlaceholderData]);
  const blocked = new Set(data?.orders.filter(({ canShip }) => !canShip).map(({ id }) => id));
  return {
    ids: current,
    shippable: [...current].filter((id) => !blocked.has(id)),
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
