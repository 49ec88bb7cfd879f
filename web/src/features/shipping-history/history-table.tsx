import { HISTORY, LABELS } from '@lading/contract/messages.ts';
import type { HistoryItem } from '@lading/contract/shipments.ts';
import type { ReactNode } from 'react';
import { Checkbox } from '../../ui/checkbox.tsx';
import { cx } from '../../ui/cx.ts';
import { Scrollable } from '../../ui/scrollable.tsx';
import { type HistorySort, type HistoryView, nextSort, type SortOrder } from './history-filters.ts';
import { HistoryRow, type RowActions } from './history-row.tsx';
import { SortHeader } from './sort-header.tsx';

const { columns } = HISTORY;
const HEADERS: readonly { text: string; sort?: HistorySort; right?: true }[] = [
  { text: columns.created, sort: 'created_at' },
  { text: columns.tracking },
  { text: columns.source },
  { text: columns.destination },
  { text: columns.shipping, sort: 'shipping_date' },
  { text: columns.delivery, sort: 'delivery_date' },
  { text: columns.status },
  { text: columns.cost, sort: 'cost', right: true },
  { text: columns.label },
];

interface HistoryTableProps {
  rows: readonly HistoryItem[];
  busy: boolean;
  empty: ReactNode;
  view: Pick<HistoryView, 'sortBy' | 'sortOrder'>;
  onSort: (sort: { sortBy: HistorySort; sortOrder: SortOrder }) => void;
  selected: ReadonlySet<string>;
  onSelect: (ids: readonly string[], selected: boolean) => void;
  actions: RowActions;
}

export function HistoryTable(props: HistoryTableProps) {
  const { rows, busy, empty, view, onSort, selected, onSelect, actions } = props;
  const withLabel = rows.filter((row) => row.labelPath !== null).map((row) => row.shipment_id);
  const all = withLabel.length > 0 && withLabel.every((id) => selected.has(id));
  return (
    <div className="relative overflow-hidden rounded-card border border-line bg-surface">
      {busy && (
        <div className="absolute inset-x-0 top-0 z-10 h-0.5 overflow-hidden bg-surface-3 md:top-9">
          <div className="animate-progress h-full w-1/4 bg-primary" />
        </div>
      )}
      <Scrollable label={LABELS.shippingHistory}>
        {/* biome-ignore-start lint/a11y/noRedundantRoles: the card layout would drop implicit roles. */}
        <table
          role="table"
          aria-busy={busy || undefined}
          className={cx(
            'data-table',
            'md:[&_:is(td,th)]:px-2! md:[&_:is(td,th):first-child]:pl-4! md:[&_:is(td,th):last-child]:pr-4!',
          )}
        >
          <caption className="sr-only">{LABELS.shippingHistory}</caption>
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col" className="hidden md:table-cell">
                <Checkbox
                  label={<span className="sr-only">Select all labels on this page</span>}
                  name="select-all"
                  checked={all}
                  disabled={withLabel.length === 0}
                  onChange={(checked) => onSelect(withLabel, checked)}
                />
              </th>
              {HEADERS.map(({ text, sort, right }) => (
                <SortHeader
                  key={text}
                  text={text}
                  right={right ?? false}
                  order={sort === view.sortBy ? view.sortOrder : null}
                  onSort={sort ? () => onSort(nextSort(view, sort)) : null}
                />
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup" className="text-body">
            {rows.map((row) => (
              <HistoryRow
                key={row.shipment_id}
                row={row}
                selected={selected.has(row.shipment_id)}
                onSelect={(checked) => onSelect([row.shipment_id], checked)}
                actions={actions}
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
