import { PAGE_SIZE } from '@lading/contract/constants.ts';
import type { OrderRow } from '@lading/contract/orders/orders.ts';
import { lazy, Suspense, useCallback, useState } from 'react';
import { usePageKeys } from '../../lib/use-page-keys.ts';
import { useUrlParameters } from '../../lib/use-url-parameters.ts';
import { LoadedList } from '../../ui/loaded-list.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { COPY } from './copy.ts';
import { NoOrders } from './no-orders.tsx';
import { OrderFilterBar } from './order-filter-bar.tsx';
import { HEADERS, OrderTable } from './order-table.tsx';
import { OrdersHeader } from './orders-header.tsx';
import { hasFilters, NO_FILTERS, type OrdersView, readView, writeView } from './orders-view.ts';
import { SavedViews } from './saved-views.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useOrderSelection } from './use-order-selection.ts';
import { useOrderShortcuts } from './use-order-shortcuts.ts';
import { useOrders } from './use-orders.ts';
import { useShipOrders } from './use-ship-orders.ts';
import { ViewTabs } from './view-tabs.tsx';

const NO_ROWS: readonly OrderRow[] = [];

/** Loaded on demand, so that the list does not wait for it. */
const OrderDrawer = lazy(async () => ({ default: (await import('./order-drawer.tsx')).OrderDrawer }));

export function OrdersPage() {
  const [parameters, setParameters] = useUrlParameters();
  const view = readView(parameters);
  const orders = useOrders(view);
  const rows = orders.data?.orders ?? NO_ROWS;
  const pagination = orders.data?.pagination;
  const selection = useOrderSelection(view, orders);
  const { pending: isShipping, ship } = useShipOrders();

  const change = useCallback(
    (part: Partial<OrdersView>, replace = false) =>
      setParameters((current) => writeView({ ...readView(current), ...part }), { replace }),
    [setParameters],
  );
  const turnTo = (page: number) => {
    change({ page });
    window.scrollTo({ top: 0 });
  };
  const clear = () => change({ ...NO_FILTERS, page: 1 });
  const shipSelected = () => {
    if (selection.shippable.length > 0 && view.view !== 'shipped') void ship(selection.shippable);
  };

  usePageKeys(view.page, pagination?.totalPages ?? 1, turnTo);
  useOrderShortcuts(rows, selection, shipSelected);

  return (
    <>
      <OrdersHeader />
      <div className="mt-6 grid gap-4">
        <div className="flex flex-wrap items-center gap-3 max-sm:flex-col max-sm:items-stretch">
          <ViewTabs
            view={view.view}
            counts={orders.data?.counts}
            onChange={(name) => change({ view: name, page: 1 })}
          />
          <SavedViews view={view} onChange={change} />
        </div>
        <OrderFilterBar view={view} onChange={change} onClear={hasFilters(view) ? clear : null} />
        <LoadedList query={orders} caption={COPY.title} headers={HEADERS} loadFailed={COPY.loadFailed}>
          {(busy) => (
            <OrderTable
              rows={rows}
              busy={busy}
              selection={selection}
              onOpen={(order) => change({ order: order.id })}
              empty={
                <NoOrders
                  view={view}
                  total={orders.data?.counts.all ?? 0}
                  onClear={clear}
                  onFirstPage={() => turnTo(1)}
                />
              }
            />
          )}
        </LoadedList>
        {pagination && rows.length > 0 && (
          <Pagination
            page={view.page}
            totalPages={pagination.totalPages}
            totalRecords={pagination.totalRecords}
            pageSize={PAGE_SIZE}
            isMore={pagination.isMore ?? false}
            onPage={turnTo}
          />
        )}
        <SelectionBar
          selection={selection}
          view={view}
          total={pagination?.totalRecords ?? 0}
          isShipping={isShipping}
          onShip={shipSelected}
        />
      </div>
      <OpenDrawer id={view.order} onClose={() => change({ order: '' }, true)} />
    </>
  );
}

/** Mounted on first use, then kept for its closing animation. */
function OpenDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const [wanted, setWanted] = useState(false);
  if (id !== '' && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense>
      <OrderDrawer id={id} onClose={onClose} />
    </Suspense>
  );
}
