import { MAX_TO_COMBINE } from '@lading/contract/orders/orders.ts';
import { MAX_ORDERS_TO_PRINT, MAX_ORDERS_TO_SHIP } from '@lading/contract/orders/ship-orders.ts';
import { useState } from 'react';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { reportFailure } from '../../ui/report-error.ts';
import { COPY } from './copy.ts';
import { combineOrders, listOrderIds } from './order-calls.ts';
import type { OrdersView } from './orders-view.ts';
import { PackageDialog } from './package-dialog.tsx';
import { PrintControl } from './print-control.tsx';
import { ServiceDialog } from './service-dialog.tsx';
import type { OrderSelection } from './use-order-selection.ts';
import { queryOf, useOrderChange } from './use-orders.ts';

/** One call changes at most this many orders. */
const MAX_TO_CHANGE = 500;

interface SelectionBarProps {
  selection: OrderSelection;
  view: OrdersView;
  /** Orders of the list, on all pages. */
  total: number;
  isShipping: boolean;
  onShip: () => void;
}

export function SelectionBar({ selection, view, total, isShipping, onShip }: SelectionBarProps) {
  // Keeps its orders, even if they leave the list while the dialog is open.
  const [open, setOpen] = useState<{ dialog: 'package' | 'service'; ids: string[] } | null>(null);
  const { pending: isCombining, change } = useOrderChange();
  const ids = [...selection.ids];
  const { shippable } = selection;
  const isShipped = view.view === 'shipped';
  const close = () => setOpen(null);
  return (
    <>
      {ids.length > 0 && (
        <section
          aria-label="Selected orders"
          className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-x-3 gap-y-2 border-t-2 border-text bg-surface px-4 py-3 md:mx-0 md:rounded-b-card"
        >
          <p className="num text-strong">{COPY.selected(ids.length)}</p>
          <SelectAll {...{ selection, view, total }} />
          <Button variant="ghost" size="sm" className="mr-auto" onClick={selection.clear}>
            Clear selection
          </Button>
          {!isShipped && (
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2 max-sm:w-full">
              {ids.length > 1 && ids.length <= MAX_TO_COMBINE && (
                <Button
                  variant="secondary"
                  size="sm"
                  loading={isCombining}
                  onClick={() => void change(() => combineOrders(ids), COPY.combined, COPY.combineFailed)}
                >
                  {COPY.combine}
                </Button>
              )}
              {ids.length > MAX_TO_CHANGE ? (
                <Limit>{COPY.tooManyToChange(MAX_TO_CHANGE)}</Limit>
              ) : (
                <>
                  <Button variant="secondary" size="sm" onClick={() => setOpen({ dialog: 'package', ids })}>
                    {COPY.setPackage}
                  </Button>
                  <Button variant="secondary" size="sm" onClick={() => setOpen({ dialog: 'service', ids })}>
                    {COPY.setService}
                  </Button>
                </>
              )}
            </div>
          )}
          {ids.length > MAX_ORDERS_TO_PRINT ? (
            <Limit>{COPY.tooManyToPrint(MAX_ORDERS_TO_PRINT)}</Limit>
          ) : (
            <PrintControl
              key={view.view}
              orderIds={ids}
              first={isShipped ? 'labels_and_slips' : 'pick_list'}
            />
          )}
          {!isShipped && shippable.length === 0 && <Limit>{COPY.noneShippable}</Limit>}
          {!isShipped && shippable.length > 0 && (
            <Button size="sm" className="max-sm:w-full" loading={isShipping} onClick={onShip}>
              {COPY.ship(shippable.length)}
            </Button>
          )}
        </section>
      )}
      {open?.dialog === 'package' && <PackageDialog orderIds={open.ids} onClose={close} />}
      {open?.dialog === 'service' && <ServiceDialog orderIds={open.ids} onClose={close} />}
    </>
  );
}

/** Says why an action is not offered. */
function Limit({ children }: { children: string }) {
  return <p className="text-small text-text-2">{children}</p>;
}

/** Offered when the list has more orders than are selected. */
function SelectAll({ selection, view, total }: Pick<SelectionBarProps, 'selection' | 'view' | 'total'>) {
  const { pending, run } = usePending();
  const count = Math.min(total, MAX_ORDERS_TO_SHIP);
  if ((view.view !== 'ready' && view.view !== 'shipped') || selection.ids.size >= count) return null;
  const selectAll = () =>
    run(async () => {
      try {
        selection.setAll((await listOrderIds(queryOf(view))).ids, true);
      } catch (error) {
        reportFailure(error, COPY.loadFailed);
      }
    });
  return (
    <Button variant="ghost" size="sm" loading={pending} onClick={() => void selectAll()}>
      {COPY.selectAll(count)}
    </Button>
  );
}
