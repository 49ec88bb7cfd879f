import { counted } from '@lading/contract/format-count.ts';
import { Button } from '../../../ui/button.tsx';
import { Keys } from '../../../ui/keys.tsx';
import { useRow } from '../batch/use-batch.ts';
import { COPY } from '../copy.ts';
import { GRID_COLUMNS, positionOf } from './grid-columns.ts';
import type { ActiveCell } from './grid-moves.ts';
import { RemoveButton, type RowActions, RowNotes, RowProblems } from './row-details.tsx';

interface DetailsStripProps extends RowActions {
  active: ActiveCell;
  numbers: readonly number[];
  onGoTo: (cell: ActiveCell) => void;
}

/** Below the grid: the problems and notes of the active row. */
export function DetailsStrip({ active, numbers, onGoTo, ...actions }: DetailsStripProps) {
  const { store, onChanged } = actions;
  const row = useRow(store, active.number);
  if (!row) return null;
  const column = GRID_COLUMNS[active.column]?.column;
  const below = numbers.slice(numbers.indexOf(active.number) + 1);
  const fillDown = () => {
    if (!column) return;
    const value = row.cells[column] ?? '';
    store.edit(below.map((number) => ({ number, cells: { [column]: value } })));
    onChanged(COPY.review.filledDown(below.length, value));
  };
  return (
    <section
      aria-label={`Row ${row.number}`}
      className="grid gap-3 rounded-card border border-line bg-surface px-4 py-3"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="num text-strong">
          Row {row.number} <span className="font-normal text-text-2">· file line {row.line}</span>
        </h3>
        <div className="-my-1 ml-auto flex flex-wrap gap-1">
          {column && below.length > 0 && (
            <Button size="sm" variant="ghost" onClick={fillDown}>
              Fill down <span className="num font-normal text-text-2">{counted(below.length, 'row')}</span>
            </Button>
          )}
          <RemoveButton store={store} row={row} onChanged={onChanged} />
        </div>
      </div>
      <RowProblems
        row={row}
        at={column}
        onGoTo={(target) => onGoTo({ number: row.number, column: positionOf(target) })}
        {...actions}
      />
      <RowNotes store={store} row={row} />
    </section>
  );
}

export function GridHint() {
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 px-1 text-small text-text-2">
      <span>{COPY.review.gridHint}</span>
      <span className="flex items-center gap-1.5">
        <Keys keys="Enter" /> Edit
      </span>
      <span className="flex items-center gap-1.5">
        <Keys keys="Esc" /> Cancel
      </span>
      <span className="flex items-center gap-1.5">
        <Keys keys="Ctrl Z" /> Undo
      </span>
    </p>
  );
}
