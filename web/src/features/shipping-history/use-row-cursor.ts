import type { HistoryItem } from '@lading/contract/shipments.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { copyText } from '../../ui/copy-button.tsx';

/** Marks the rows that the cursor moves through. */
export const ROW_MARK = 'data-shipment-row';

const elements = () => [...document.querySelectorAll<HTMLElement>(`[${ROW_MARK}]`)];
const current = () => elements().findIndex((row) => row.contains(document.activeElement));

/** The cursor is the focus itself: it goes to the button of a row, so that Enter opens it without a word of ours. */
export function moveRowCursor(step: 1 | -1) {
  const rows = elements();
  const at = current();
  const next = at < 0 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1);
  rows[next]?.querySelector('button')?.focus();
}

export function useRowCursor(rows: readonly HistoryItem[], download: (row: HistoryItem) => void) {
  const focused = () => rows[current()];
  useShortcuts([
    { keys: 'j', label: 'Next shipment', run: () => moveRowCursor(1) },
    { keys: 'k', label: 'Previous shipment', run: () => moveRowCursor(-1) },
    {
      keys: 'c',
      label: 'Copy the tracking number of the row',
      run: () => {
        const number = focused()?.tracking_number;
        if (number) void copyText(number, 'tracking number');
      },
    },
    {
      keys: 'd',
      label: 'Download the label of the row',
      run: () => {
        const row = focused();
        if (row) download(row);
      },
    },
  ]);
}
