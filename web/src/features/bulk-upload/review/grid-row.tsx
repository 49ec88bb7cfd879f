// biome-ignore-all lint/a11y/useSemanticElements: a virtual list positions its rows, which <tr> cannot do.
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells take the focus instead.
// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: both possible roles support them.
import { maxCellLength } from '@lading/contract/bulk/columns.ts';
import { problemLabel } from '@lading/contract/bulk/problem-groups.ts';
import type { BulkRow } from '@lading/contract/bulk.ts';
import { CircleAlert, Copy } from 'lucide-react';
import { memo } from 'react';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { BatchStore } from '../batch/batch-store.ts';
import { useRow } from '../batch/use-batch.ts';
import { rowReason } from '../summary/label-rows.ts';
import { CellEditor, type EditEnd } from './cell-editor.tsx';
import { GRID_COLUMNS, type GridColumn, problemAt } from './grid-columns.ts';
import { drawnColumns, stickyClass } from './grid-layout.ts';
import { stateOf } from './review-summary.ts';
import { RowStatus } from './row-status.tsx';

/** An open cell editor; `start` is the key that replaced the old value, if any. */
export interface Editing {
  start: string | null;
}

interface GridRowProps {
  store: BatchStore;
  number: number;
  index: number;
  top: number;
  /** The columns in view. */
  from: number;
  to: number;
  /** The column of the tab stop, if it is in this row. */
  stop: number | null;
  active: boolean;
  editing: Editing | null;
  onCommit: (value: string, end: EditEnd) => void;
  onCancel: () => void;
}

export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { store, number, index, top, from, to, stop, active, editing, onCommit, onCancel } = props;
  const row = useRow(store, number);
  if (!row) return null;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={active}
      data-row={number}
      className={cx(
        'absolute top-0 left-0 grid h-9 grid-cols-(--grid) border-b border-line text-small leading-9',
        active ? 'bg-primary-soft' : 'bg-surface hover:bg-surface-2',
        row.removed && 'text-text-3 line-through',
      )}
      style={{ transform: `translateY(${top}px)` }}
    >
      {drawnColumns(from, to, stop).map((position) => {
        const column = GRID_COLUMNS[position];
        return (
          column && (
            <Cell
              key={column.key}
              row={row}
              column={column}
              position={position}
              isStop={stop === position}
              active={active && stop === position}
              editing={stop === position ? editing : null}
              onCommit={onCommit}
              onCancel={onCancel}
            />
          )
        );
      })}
    </div>
  );
});

interface CellProps {
  row: BulkRow;
  column: GridColumn;
  position: number;
  isStop: boolean;
  active: boolean;
  editing: Editing | null;
  onCommit: (value: string, end: EditEnd) => void;
  onCancel: () => void;
}

const CELL =
  'num relative truncate border-r border-line px-2 outline-focus focus-visible:outline-2 focus-visible:-outline-offset-2 [&>span]:align-middle';
/** Browsers do not show the focus after a click, so the active cell always does. */
const ACTIVE = ' outline-2 -outline-offset-2';
const INVALID = ' border-l-2 border-l-bad-solid bg-bad-bg text-bad-fg';

function Cell({ row, column, position, isStop, active, editing, onCommit, onCancel }: CellProps) {
  const problem = row.removed ? undefined : problemAt(row, column);
  const sticky = stickyClass(position);
  return (
    <div
      role={position === 0 ? 'rowheader' : 'gridcell'}
      aria-colindex={position + 1}
      aria-invalid={problem ? true : undefined}
      aria-readonly={column.column ? undefined : true}
      data-column={position}
      tabIndex={isStop ? 0 : -1}
      className={`${CELL}${sticky && ` bg-inherit ${sticky}`}${problem ? INVALID : ''}${active ? ACTIVE : ''}`}
      style={{ gridColumnStart: position + 1 }}
    >
      {problem && <Icon of={CircleAlert} className="mr-1.5 inline size-3.5 align-[-2px]" />}
      {column.key === 'status' ? <StatusCell row={row} /> : column.text(row)}
      {problem && <span className="sr-only">{problem.message}</span>}
      {position === 0 && row.duplicate && <DuplicateMark />}
      {editing && column.column && (
        <CellEditor
          label={`${column.title}, row ${row.number}`}
          value={editing.start ?? row.cells[column.column] ?? ''}
          maxLength={maxCellLength(column.column)}
          replaced={editing.start !== null}
          invalid={problem !== undefined}
          onCommit={onCommit}
          onCancel={onCancel}
        />
      )}
    </div>
  );
}

/** With the reason, which may be in a column far to the right. */
function StatusCell({ row }: { row: BulkRow }) {
  const [first, ...more] = stateOf(row) === 'fixing' ? row.problems : [];
  return (
    <>
      <RowStatus row={row} />
      {first && (
        <span title={rowReason(row) ?? undefined} className="ml-2 text-bad-fg">
          {problemLabel(first)}
          {more.length > 0 && ` +${more.length}`}
        </span>
      )}
    </>
  );
}

function DuplicateMark() {
  return (
    <>
      <Icon of={Copy} className="ml-1.5 inline size-3.5 align-[-2px] text-warn-fg" />
      <span className="sr-only">Possible duplicate</span>
    </>
  );
}
