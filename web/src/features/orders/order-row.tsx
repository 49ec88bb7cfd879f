import type { OrderRow as Order } from '@lading/contract/orders/orders.ts';
import { type MouseEvent, useRef } from 'react';
import { formatExactTime } from '../../lib/format.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { cx } from '../../ui/cx.ts';
import { Missing } from '../../ui/missing.tsx';
import { handleRowArrows, ROW_FOCUS } from '../../ui/use-row-cursor.ts';
import { COPY } from './copy.ts';
import { OrderStatus } from './order-status.tsx';
import { orderDay, packageText } from './order-text.ts';

/** On narrow screens two short cells share a line of the card, each below its header. */
const CELL = 'max-md:grid-cols-1! max-md:gap-0! max-md:content-start';

/** For shipping, or for printing what was shipped. */
export const isSelectable = ({ status }: Order): boolean =>
  status === 'ready' || status === 'attention' || status === 'held' || status === 'shipped';

interface OrderRowProps {
  order: Order;
  isSelected: boolean;
  onSelect: (isOn: boolean, isRange: boolean) => void;
  onOpen: () => void;
}

export function OrderRow({ order, isSelected, onSelect, onOpen }: OrderRowProps) {
  // The checkbox's change event does not say whether Shift was down.
  const isShifted = useRef(false);
  /** A click anywhere opens the row, except on a control or after selecting text. */
  const handleClick = (event: MouseEvent) => {
    const onControl = event.target instanceof Element && event.target.closest('a, button, label, input');
    if (!onControl && window.getSelection()?.isCollapsed !== false) onOpen();
  };
  // biome-ignore-start lint/a11y/noRedundantRoles: the card layout would drop implicit roles.
  return (
    <tr
      role="row"
      onClick={handleClick}
      className="relative cursor-pointer has-checked:bg-primary-soft! has-focus-visible:bg-surface-2 max-md:grid! max-md:grid-cols-2 max-md:gap-x-4"
    >
      <td
        role="cell"
        onPointerDownCapture={(event) => {
          isShifted.current = event.shiftKey;
        }}
        className="max-md:absolute max-md:top-1 max-md:right-4 max-md:grid-cols-1! max-md:before:hidden"
      >
        <Checkbox
          label={<span className="sr-only">Select order {order.number}</span>}
          name="select"
          checked={isSelected}
          disabled={!isSelectable(order)}
          onChange={(isOn) => {
            onSelect(isOn, isShifted.current);
            isShifted.current = false;
          }}
        />
      </td>
      <th
        role="rowheader"
        scope="row"
        data-primary=""
        data-label="Order"
        className={cx(CELL, 'max-md:order-first max-md:col-span-2')}
      >
        <DetailsButton number={order.number} onOpen={onOpen} />
        <span className="block text-small font-normal text-text-2 wrap-anywhere">{order.source.name}</span>
      </th>
      <td role="cell" className={CELL} data-label="Placed">
        <span title={formatExactTime(order.placedAt) ?? undefined} className="num whitespace-nowrap">
          {orderDay(order.placedAt)}
        </span>
        {order.shipBy && (
          <span className="num block text-small whitespace-nowrap text-text-2">
            {COPY.shipBy(orderDay(order.shipBy))}
          </span>
        )}
      </td>
      <td role="cell" className={CELL} data-label="Recipient">
        <span className="line-clamp-2 wrap-anywhere">{order.recipientName || <Missing />}</span>
        <span className="block text-small text-text-2 wrap-anywhere">{order.place}</span>
      </td>
      <td role="cell" className={CELL} data-label="Items">
        <span className="line-clamp-2 wrap-anywhere md:max-w-56">{order.firstItem || <Missing />}</span>
        {order.itemCount > 1 && (
          <span className="block text-small text-text-2">{COPY.moreItems(order.itemCount - 1)}</span>
        )}
      </td>
      <td role="cell" className={CELL} data-label="Package">
        <PackageCell order={order} />
      </td>
      <td role="cell" className={CELL} data-label="Shipping method">
        <span className="line-clamp-2 wrap-anywhere md:max-w-40">{order.shippingMethod || <Missing />}</span>
      </td>
      <td role="cell" className={cx(CELL, 'max-md:col-span-2')} data-label="Status">
        <OrderStatus order={order} />
      </td>
    </tr>
  );
  // biome-ignore-end lint/a11y/noRedundantRoles: as above
}

function DetailsButton({ number, onOpen }: { number: string; onOpen: () => void }) {
  return (
    <button
      {...ROW_FOCUS}
      type="button"
      onClick={onOpen}
      onKeyDown={handleRowArrows}
      className="num -my-0.5 min-h-6 max-w-48 truncate text-left underline decoration-line-strong underline-offset-4 hover:decoration-current"
    >
      {number}
      <span className="sr-only">, details of the order</span>
    </button>
  );
}

function PackageCell({ order }: { order: Order }) {
  const { weight, size } = packageText(order.preparation);
  if (!weight && !size) return <Missing />;
  return (
    <>
      <span className="num block whitespace-nowrap">{weight ?? <Missing />}</span>
      {size && <span className="num block text-small whitespace-nowrap text-text-2">{size}</span>}
    </>
  );
}
