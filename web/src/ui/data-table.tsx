import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { Scrollable } from './scrollable.tsx';

type SortOrder = 'ASC' | 'DESC';

export interface TableSort {
  sortBy: string;
  sortOrder: SortOrder;
  onSort: (sortBy: string, sortOrder: SortOrder) => void;
}

export interface DataColumn<T> {
  key: string;
  header: string;
  cell: (row: T) => ReactNode;
  align?: 'right';
  /** The cell that names the row. */
  primary?: boolean;
  /** Sorts the list by this column. The first click uses `first`, the next one the other order. */
  sort?: { by: string; first: SortOrder };
}

interface DataTableProps<T> {
  caption: string;
  columns: readonly DataColumn<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
  busy?: boolean;
  empty?: ReactNode;
  dense?: boolean;
  /** Smaller gaps, for tables with many columns. */
  narrow?: boolean;
  /** The current order, if columns are sortable. */
  sort?: TableSort;
}

/**
 * Below 768 px, CSS turns rows into cards. Some browsers drop table semantics when `display` changes, so
 * every element repeats its role.
 */
export function DataTable<T>(props: DataTableProps<T>) {
  const { caption, columns, rows, rowKey, busy, empty, dense, narrow, sort } = props;
  return (
    <div className="relative overflow-hidden rounded-card border border-line bg-surface">
      {busy && (
        <div className="absolute inset-x-0 top-0 z-10 h-0.5 overflow-hidden bg-surface-3 md:top-8">
          <div className="animate-progress h-full w-1/4 bg-primary" />
        </div>
      )}
      <Scrollable label={caption}>
        {/* biome-ignore-start lint/a11y/noRedundantRoles: the card layout removes implicit roles. */}
        <table
          role="table"
          aria-busy={busy || undefined}
          data-dense={dense || undefined}
          data-narrow={narrow || undefined}
          className="data-table"
        >
          <caption className="sr-only">{caption}</caption>
          <thead role="rowgroup">
            <tr role="row">
              {columns.map((column) => (
                <th
                  key={column.key}
                  role="columnheader"
                  scope="col"
                  data-align={column.align}
                  aria-sort={sort && ariaSort(column, sort)}
                  className="text-micro"
                >
                  {sort && column.sort ? <SortButton column={column} sort={sort} /> : column.header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup" className="text-body">
            {rows.map((row) => (
              <tr key={rowKey(row)} role="row">
                {columns.map((column) => (
                  <Cell key={column.key} column={column}>
                    {column.cell(row)}
                  </Cell>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {/* biome-ignore-end lint/a11y/noRedundantRoles: as above */}
      </Scrollable>
      {rows.length === 0 && empty && <div className="border-t border-line">{empty}</div>}
    </div>
  );
}

function ariaSort<T>({ sort: own }: DataColumn<T>, { sortBy, sortOrder }: TableSort) {
  if (!own || own.by !== sortBy) return undefined;
  return sortOrder === 'ASC' ? 'ascending' : 'descending';
}

function SortButton<T>({ column, sort }: { column: DataColumn<T>; sort: TableSort }) {
  const own = column.sort;
  if (!own) return null;
  const active = own.by === sort.sortBy;
  const next = !active ? own.first : sort.sortOrder === 'ASC' ? 'DESC' : 'ASC';
  const icon = !active ? ChevronsUpDown : sort.sortOrder === 'ASC' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      title={`Sort by ${column.header}`}
      onClick={() => sort.onSort(own.by, next)}
      className="text-micro -mx-1 inline-flex min-h-6 items-center gap-1 rounded-control px-1 hover:text-text"
    >
      {column.header}
      <Icon of={icon} className={active ? 'size-3.5' : 'size-3.5 opacity-60'} />
    </button>
  );
}

function Cell<T>({ column, children }: { column: DataColumn<T>; children: ReactNode }) {
  const content = <div className="min-w-0">{children}</div>;
  // biome-ignore-start lint/a11y/noRedundantRoles: the card layout removes implicit roles.
  return column.primary ? (
    <th role="rowheader" scope="row" data-primary="" data-label={column.header} data-align={column.align}>
      {content}
    </th>
  ) : (
    <td role="cell" data-label={column.header} data-align={column.align}>
      {content}
    </td>
  );
  // biome-ignore-end lint/a11y/noRedundantRoles: as above
}
