import { PAGE_SIZE } from '@lading/contract/constants.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { ORDERS_KEY } from '../../lib/order-sources.ts';
import { useLoadFailure } from '../../lib/use-load-failure.ts';
import { usePending } from '../../lib/use-pending.ts';
import { reportFailure } from '../../ui/report-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';
import { getOrder, listOrders } from './order-calls.ts';
import type { OrdersView } from './orders-view.ts';

/** New orders, and changes of stores, appear without a reload. */
const REFRESH_MS = 30_000;

export const queryOf = ({ view, search, source, country, tag }: OrdersView) => ({
  view,
  ...(search.trim() && { search: search.trim() }),
  ...(source && { source }),
  ...(country && { country }),
  ...(tag && { tag }),
});

export function useOrders(view: OrdersView) {
  const query = { ...queryOf(view), page: view.page, limit: PAGE_SIZE };
  const orders = useQuery({
    queryKey: [ORDERS_KEY, 'list', query],
    queryFn: ({ signal }) => listOrders(query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  // The list itself says that a refresh failed.
  useLoadFailure(orders, () => orders.data === undefined && toast.error(COPY.loadFailed));
  return orders;
}

export const orderKey = (id: string) => [ORDERS_KEY, 'one', id];

export const useOrder = (id: string) =>
  useQuery({
    queryKey: orderKey(id),
    queryFn: ({ signal }) => getOrder(id, signal),
    enabled: id !== '',
    refetchInterval: REFRESH_MS,
  });

/** Runs one change at a time, then reads the lists again. */
export function useOrderChange() {
  const client = useQueryClient();
  const { pending, run } = usePending();
  const refresh = () => client.invalidateQueries({ queryKey: [ORDERS_KEY] });
  return {
    pending,
    refresh,
    change: (work: () => Promise<unknown>, done: string, failure: string = COPY.changeFailed) =>
      run(async () => {
        try {
          await work();
          toast.success(done);
        } catch (error) {
          reportFailure(error, failure);
        }
        await refresh();
      }),
  };
}
