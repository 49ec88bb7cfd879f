import type { OrderRow } from '@lading/contract/orders/orders.ts';
import { focusedRowIndex, useRowCursor } from '../../ui/use-row-cursor.ts';
import { isSelectable } from './order-row.tsx';
import type { OrderSelection } from './use-order-selection.ts';

export function useOrderShortcuts(rows: readonly OrderRow[], selection: OrderSelection, ship: () => void) {
  useRowCursor('order', [
    {
      keys: 'x',
      label: 'Select the order',
      run: () => {
        const index = focusedRowIndex();
        const row = rows[index];
        if (row && isSelectable(row)) selection.toggle(rows, index, !selection.ids.has(row.id));
      },
    },
    {
      keys: 'a',
      label: 'Select all orders on this page',
      run: () =>
        selection.setAll(
          rows.filter(isSelectable).map(({ id }) => id),
          true,
        ),
    },
    { keys: 's', label: 'Ship the selected orders', run: ship },
  ]);
}
