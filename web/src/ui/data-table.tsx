import type { ReactNode } from 'react';
import { useOverflow } from './use-overflow.ts';

export interface DataColumn<T> {
  key: string;
  header: string;
  cell: (row: T) => ReactNode;
  align?: 'right';
  /** The cell that names the row. */
  primary?: boolean;
}

interface DataTableProps<T> {
  caption: string;
  columns: readonly DataColumn<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
  busy?: boolean;
  empty?: ReactNode;
  dense?: boolean;
}

/**
 * Below 768 px, CSS turns rows into cards. Some browsers drop table semantics when `display` changes, so
 * every element repeats its role.
 */
export function DataTable<T>({ caption, columns, rows, rowKey, busy, empty, dense }: DataTableProps<T>) {
  const [region, overflowing] = useOverflow();
  return (
    <div className="relative overflow-hidden rounded-card border border-line bg-surface">
      {busy && (
        <div className="absolute inset-x-0 top-0 z-10 h-0.5 overflow-hidden bg-surface-3 md:top-8">
          <div className="animate-progress h-full w-1/4 bg-primary" />
        </div>
      )}
      {/* A scrollable region must be in the tab order; one that fits must not. */}
      <section
        ref={region}
        aria-label={overflowing ? caption : undefined}
        tabIndex={overflowing ? 0 : undefined}
        className="focus-visible:-outline-offset-2 md:overflow-x-auto"
      >
        {/* biome-ignore-start lint/a11y/noRedundantRoles: the card layout removes implicit roles. */}
        <table
          role="table"
          aria-busy={busy || undefined}
          data-dense={dense || undefined}
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
                  className="text-micro"
                >
                  {column.header}
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
      </section>
      {rows.length === 0 && empty && <div className="border-t border-line">{empty}</div>}
    </div>
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
