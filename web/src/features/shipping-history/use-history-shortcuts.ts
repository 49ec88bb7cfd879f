import type { HistoryItem } from '@lading/contract/shipments.ts';
import { copyText } from '../../ui/copy-button.tsx';
import { focusedRowIndex, useRowCursor } from '../../ui/use-row-cursor.ts';

export function useHistoryShortcuts(rows: readonly HistoryItem[], download: (row: HistoryItem) => void) {
  const focused = () => rows[focusedRowIndex()];
  useRowCursor('shipment', [
    {
      keys: 'c',
      label: 'Copy the row’s tracking number',
      run: () => {
        const number = focused()?.tracking_number;
        if (number) void copyText(number, 'tracking number');
      },
    },
    {
      keys: 'd',
      label: 'Download the row’s label',
      run: () => {
        const row = focused();
        if (row) download(row);
      },
    },
  ]);
}
