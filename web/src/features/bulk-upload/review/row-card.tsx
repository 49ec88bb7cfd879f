import { columnTitle } from '@lading/contract/bulk/column-names.ts';
import {
  BULK_COLUMNS,
  type BulkColumn,
  isRequiredColumn,
  maxCellLength,
  TEMPLATE_COLUMNS,
} from '@lading/contract/bulk/columns.ts';
import { isOptionalPlace } from '@lading/contract/bulk/optional-place.ts';
import { useEffect, useRef, useState } from 'react';
import { TextField } from '../../../ui/text-field.tsx';
import type { BatchStore } from '../batch/batch-store.ts';
import { useRow } from '../batch/use-batch.ts';
import { destinationText } from '../rates/shipment-text.ts';
import { usesAdded } from './grid-columns.ts';
import { ProblemFixes, RemoveButton, type RowActions, RowNotes } from './row-details.tsx';
import { RowStatus } from './row-status.tsx';

const PLAIN_COLUMNS: readonly BulkColumn[] = [...TEMPLATE_COLUMNS, 'order_ref'];

/** A row on a narrow screen: shows the fields that need fixing, and all of them on request. */
export function RowCard({ number, ...rest }: Omit<RowActions, 'onFixed'> & { number: number }) {
  const { store, onChanged } = rest;
  const card = useRef<HTMLElement>(null);
  const actions = { ...rest, onFixed: () => card.current?.focus() };
  const row = useRow(store, number);
  const [all, setAll] = useState(false);
  if (!row) return null;
  const locked = row.removed || row.paid;
  const invalid = locked ? [] : [...new Set(row.problems.map(({ column }) => column))];
  const everything = usesAdded(row) ? BULK_COLUMNS : PLAIN_COLUMNS;
  const columns = all && !locked ? everything : invalid;
  return (
    <article
      ref={card}
      tabIndex={-1}
      aria-label={`Row ${number}`}
      className="rounded-card border border-line bg-surface p-4"
    >
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="truncate text-strong">{row.cells.receiver_fullname || 'No recipient'}</h3>
          <p className="num truncate text-small text-text-2">
            Row {number}
            {destinationText(row.cells) && ` · ${destinationText(row.cells)}`}
          </p>
        </div>
        <RowStatus row={row} />
      </div>
      <div className="mt-3 grid gap-3 empty:hidden">
        {columns.map((column) => {
          const problem = locked ? undefined : row.problems.find((candidate) => candidate.column === column);
          return (
            <div key={column}>
              <CellField
                store={store}
                number={number}
                column={column}
                value={row.cells[column] ?? ''}
                required={isRequiredColumn(column) && !isOptionalPlace(row.cells, column)}
                error={problem?.message}
              />
              {problem && (
                <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
                  <ProblemFixes row={row} problem={problem} {...actions} />
                </div>
              )}
            </div>
          );
        })}
        <RowNotes store={store} row={row} />
      </div>
      <div className="mt-2 -mb-1 flex flex-wrap justify-between gap-2">
        {!locked && (
          <button
            type="button"
            aria-expanded={all}
            className="link min-h-11 text-small"
            onClick={() => setAll(!all)}
          >
            {all ? 'Fewer fields' : 'All fields'}
          </button>
        )}
        <RemoveButton store={store} row={row} onChanged={onChanged} />
      </div>
    </article>
  );
}

interface CellFieldProps {
  store: BatchStore;
  number: number;
  column: BulkColumn;
  value: string;
  required: boolean;
  error: string | undefined;
}

/** Saves on blur or Enter, so that a half-typed value is not checked. */
function CellField({ store, number, column, value, required, error }: CellFieldProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const commit = () => store.edit([{ number, cells: { [column]: text } }]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        commit();
      }}
    >
      <TextField
        label={columnTitle(column)}
        name={column}
        value={text}
        onChange={setText}
        onBlur={commit}
        error={error}
        required={required}
        autoComplete="off"
        spellCheck={false}
        maxLength={maxCellLength(column)}
      />
    </form>
  );
}
