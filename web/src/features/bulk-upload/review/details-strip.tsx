import { counted } from '../../../lib/batch-state.ts';
import { Button } from '../../../ui/button.tsx';
import { Keys } from '../../../ui/keys.tsx';
import { useRow } from '../batch/use-batch.ts';
import type { ActiveCell } from './edit-grid.tsx';
import { GRID_COLUMNS, positionOf } from './grid-columns.ts';
import { RemoveButton, type RowActions, RowNotes, RowProblems } from './row-details.tsx';

interface DetailsStripProps extends RowActions {
  active: ActiveCell;
  numbers: readonly number[];
  onGoTo: (cell: ActiveCell) => void;
}

/** Under the grid: everything about the row of the chosen cell. */
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
    onChanged(`Filled ${counted(below.length, 'row')} below with “${value}”`);
  };
  return (
    <section
      aria-label={`Row ${row.number}`}
      className="grid gap-3 rounded-card border border-line bg-surface px-4 py-3"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="num text-strong">
          Row {row.number} <span className="font-normal text-text-2">· line {row.line} of the file</span>
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
      <span>Choose a cell to see what its row needs.</span>
      <span className="flex items-center gap-1.5">
        <Keys keys="Enter" /> edits
      </span>
      <span className="flex items-center gap-1.5">
        <Keys keys="Esc" /> reverts
      </span>
      <span className="flex items-center gap-1.5">
        <Keys keys="Ctrl Z" /> undoes
      </span>
    </p>
  );
}
