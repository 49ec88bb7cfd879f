import type { OrderRow as Order } from '@lading/contract/orders/orders.ts';
import type { ReactNode } from 'react';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Scrollable } from '../../ui/scrollable.tsx';
import { COPY } from './copy.ts';
import { isSelectable, OrderRow } from './order-row.tsx';
import type { OrderSelection } from './use-order-selection.ts';

export const HEADERS = [
  'Order',
  'Placed',
  'Recipient',
  'Items',
  'Package',
  'Shipping method',
  'Status',
] as const;

interface OrderTableProps {
  rows: readonly Order[];
  busy: boolean;
  selection: OrderSelection;
  onOpen: (order: Order) => void;
  empty: ReactNode;
}

export function OrderTable({ rows, busy, selection, onOpen, empty }: OrderTableProps) {
  const selectable = rows.filter(isSelectable).map(({ id }) => id);
  const all = selectable.length > 0 && selectable.every((id) => selection.ids.has(id));
  return (
    <div className="relative overflow-hidden rounded-card border border-line bg-surface">
      {busy && (
        <div className="absolute inset-x-0 top-0 z-10 h-0.5 overflow-hidden bg-surface-3 md:top-9">
          <div className="animate-progress h-full w-1/4 bg-primary" />
        </div>
      )}
      <Scrollable label={COPY.title}>
        {/* biome-ignore-start lint/a11y/noRedundantRoles: the card layout would drop implicit roles. */}
        <table
          role="table"
          aria-busy={busy || undefined}
          className="data-table md:[&_:is(td,th)]:px-2! md:[&_:is(td,th):first-child]:pl-4! md:[&_:is(td,th):last-child]:pr-4!"
        >
          <caption className="sr-only">{COPY.title}</caption>
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col" className="hidden md:table-cell">
                <Checkbox
                  label={<span className="sr-only">Select all orders on this page</span>}
                  name="select-all"
                  checked={all}
                  disabled={selectable.length === 0}
                  onChange={(checked) => selection.setAll(selectable, checked)}
                />
              </th>
              {HEADERS.map((header) => (
                <th key={header} role="columnheader" scope="col" className="text-micro">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup" className="text-body">
            {rows.map((order, index) => (
              <OrderRow
                key={order.id}
                order={order}
                isSelected={selection.ids.has(order.id)}
                onSelect={(isOn, isRange) => selection.toggle(rows, index, isOn, isRange)}
                onOpen={() => onOpen(order)}
              />
            ))}
          </tbody>
        </table>
        {/* biome-ignore-end lint/a11y/noRedundantRoles: as above */}
      </Scrollable>
      {rows.length === 0 && <div className="border-t border-line">{empty}</div>}
    </div>
  );
}
