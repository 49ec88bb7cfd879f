import type { OrderRow, OrdersAnswer } from '@lading/contract/orders/orders.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { listOrderIds } from './order-calls.ts';
import { isSelectable } from './order-row.tsx';
import type { OrdersView } from './orders-view.ts';
import { queryOf, type useOrders } from './use-orders.ts';

type Selected = Pick<OrderRow, 'id' | 'canShip'>;

export interface OrderSelection {
  ids: ReadonlySet<string>;
  /** Of the selected orders, those that can be shipped now. */
  shippable: readonly string[];
  /** Selects or deselects. With `isRange`, also the rows between this one and the last one. */
  toggle: (rows: readonly OrderRow[], index: number, isOn: boolean, isRange?: boolean) => void;
  setAll: (orders: readonly Selected[], isOn: boolean) => void;
  clear: () => void;
}

/** Selected IDs, and whether each order could be shipped when it was last listed. */
type Ids = ReadonlyMap<string, boolean>;
const NONE: Ids = new Map();

/** The selected orders that have left the list, or can no longer be changed. Those on other pages stay. */
async function findUnlisted(
  ids: Ids,
  { orders, pagination }: OrdersAnswer,
  view: OrdersView,
): Promise<string[]> {
  const shown = new Map(orders.map((order) => [order.id, isSelectable(order)]));
  const missing = [...ids.keys()].filter((id) => !shown.get(id));
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
  const set = (changed: readonly Selected[], isOn: boolean, lastId = '') => {
    const after = new Map(current);
    for (const { id, canShip } of changed) isOn ? after.set(id, canShip) : after.delete(id);
    setState({ ids: after, of: list, last: lastId });
  };
  const dropUnlisted = useEffectEvent(async (loaded: OrdersAnswer) => {
    // Without an answer, the selection stays until the next load.
    const unlisted = new Set(await findUnlisted(current, loaded, shownView).catch(() => []));
    if (unlisted.size > 0)
      setState((now) =>
        now.of === list ? { ...now, ids: new Map([...now.ids].filter(([id]) => !unlisted.has(id))) } : now,
      );
  });
  useEffect(() => {
    if (data && !isPlaceholderData) void dropUnlisted(data);
  }, [data, isPlaceholderData]);
  const listed = new Map(data?.orders.map(({ id, canShip }) => [id, canShip]));
  return {
    ids: new Set(current.keys()),
    shippable: [...current].flatMap(([id, canShip]) => ((listed.get(id) ?? canShip) ? id : [])),
    toggle(rows, index, isOn, isRange = false) {
      const from = isRange ? rows.findIndex(({ id }) => id === last) : -1;
      const range = from < 0 ? [index, index] : [Math.min(from, index), Math.max(from, index)];
      const [start = index, end = index] = range;
      const changed = rows.slice(start, end + 1).filter(isSelectable);
      set(changed, isOn, rows[index]?.id);
    },
    setAll: (changed, isOn) => set(changed, isOn),
    clear: () => setState({ ids: NONE, of: list, last: '' }),
  };
}
