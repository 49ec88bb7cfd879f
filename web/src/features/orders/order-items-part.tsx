import type { OrderDetails, OrderItem } from '@lading/contract/orders/orders.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { DetailPart } from '../../ui/details.tsx';
import { Missing } from '../../ui/missing.tsx';
import { itemName, weightText } from './order-text.ts';

const COLUMNS: readonly DataColumn<OrderItem>[] = [
  {
    key: 'title',
    header: 'Item',
    primary: true,
    cell: (item) => (
      <>
        <span className="wrap-anywhere">{itemName(item)}</span>
        {item.sku && (
          <span className="num block text-small font-normal text-text-2 wrap-anywhere">{item.sku}</span>
        )}
      </>
    ),
  },
  {
    key: 'weight',
    header: 'Weight',
    align: 'right',
    cell: ({ unitWeightOz }) =>
      unitWeightOz === null ? <Missing /> : <span className="num">{weightText(unitWeightOz)}</span>,
  },
  {
    key: 'quantity',
    header: 'Quantity',
    align: 'right',
    cell: ({ quantity }) => <span className="num">{quantity}</span>,
  },
  {
    key: 'remaining',
    header: 'To ship',
    align: 'right',
    cell: ({ remaining }) => <span className="num">{remaining}</span>,
  },
];

export function ItemsPart({ order }: { order: OrderDetails }) {
  return (
    <DetailPart title="Items">
      <DataTable caption="Items" columns={COLUMNS} rows={order.items} rowKey={({ id }) => id} dense />
    </DetailPart>
  );
}
