// biome-ignore-all lint/a11y/useSemanticElements: same as the rows of the grid, which cannot be table rows.
// biome-ignore-all lint/a11y/useFocusableInteractive: headers are not interactive.
import { memo } from 'react';
import { cx } from '../../../ui/cx.ts';
import { GRID_COLUMNS, STICKY_COLUMNS } from './grid-columns.ts';
import { gridWidth, stickyClass } from './grid-layout.ts';

export const GridHeader = memo(function GridHeader({ columnCount }: { columnCount: number }) {
  return (
    <div role="rowgroup" className="sticky top-0 z-20" style={{ width: gridWidth(columnCount) }}>
      <div
        role="row"
        aria-rowindex={1}
        className="grid h-9 grid-cols-(--grid) border-b border-line-strong bg-surface-2"
      >
        {GRID_COLUMNS.slice(0, columnCount).map((column, position) => (
          <div
            key={column.key}
            role="columnheader"
            aria-colindex={position + 1}
            className={cx(
              'text-micro flex items-center truncate border-r border-line px-2 text-text-2',
              position < STICKY_COLUMNS && 'bg-surface-2',
              stickyClass(position),
            )}
          >
            {column.title}
          </div>
        ))}
      </div>
    </div>
  );
});
