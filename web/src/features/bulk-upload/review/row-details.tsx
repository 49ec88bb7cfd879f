import { checkBulkRow } from '@lading/contract/bulk/check-row.ts';
import { columnName, columnTitle } from '@lading/contract/bulk/column-names.ts';
import type { BulkColumn } from '@lading/contract/bulk/columns.ts';
import type { ProblemGroup } from '@lading/contract/bulk/problem-groups.ts';
import type { BulkProblem } from '@lading/contract/bulk/row.ts';
import type { BulkRow } from '@lading/contract/bulk.ts';
import { formatCount } from '@lading/contract/format-count.ts';
import { CircleAlert, Copy, Info, Wand2 } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { BatchStore } from '../batch/batch-store.ts';
import { COPY } from '../copy.ts';
import { duplicateText } from '../duplicate-text.ts';
import { canSetForAll, fixesOf, groupKey } from './group-fixes.ts';

export interface RowActions {
  store: BatchStore;
  groups: readonly ProblemGroup[];
  onChanged: (what: string) => void;
  /** The pressed button disappears with its problem, so the focus must move. */
  onFixed: () => void;
  /** Opens the panel that sets one value for all rows of a group. */
  onSetForAll: (group: ProblemGroup) => void;
}

const noteClass = 'flex items-start gap-2 text-small text-text-2';
const iconClass = 'mt-px size-4 shrink-0';

interface RowProblemsProps extends RowActions {
  row: BulkRow;
  /** The column of the active cell. */
  at: BulkColumn | null | undefined;
  onGoTo: (column: BulkColumn) => void;
}

/** The problems of a row, each with its fixes and a link to its cell. */
export function RowProblems({ row, at, onGoTo, ...actions }: RowProblemsProps) {
  if (row.removed || row.problems.length === 0) return null;
  return (
    <ul className="grid gap-2">
      {row.problems.map((problem) => (
        <li
          key={`${groupKey(problem)}:${problem.message}`}
          className="flex flex-wrap items-center gap-x-3 gap-y-1.5"
        >
          <p className="flex min-w-0 items-start gap-2 text-small font-medium text-bad-fg">
            <Icon of={CircleAlert} className={iconClass} />
            <span className="min-w-0 break-words">{problem.message}</span>
          </p>
          {problem.column !== at && (
            <Button size="sm" variant="ghost" onClick={() => onGoTo(problem.column)}>
              Go to {columnName(problem.column)}
            </Button>
          )}
          <ProblemFixes row={row} problem={problem} {...actions} />
        </li>
      ))}
    </ul>
  );
}

/** Fixes for a problem, in this row and in all rows that share it. */
export function ProblemFixes(props: RowActions & { row: BulkRow; problem: BulkProblem }) {
  const { row, problem, store, groups, onChanged, onFixed, onSetForAll } = props;
  const group = groups.find(({ key }) => key === groupKey(problem));
  const others = (group?.numbers.length ?? 0) > 1 ? group : undefined;
  const fixes = others ? fixesOf(others, store.row) : [];
  const { fix } = problem;
  return (
    <>
      {fix && (
        <Button
          size="sm"
          variant="secondary"
          onClick={() => {
            store.edit([{ number: row.number, cells: fix.cells }]);
            onChanged(COPY.review.rowChanged(row.number));
            onFixed();
          }}
        >
          <Icon of={Wand2} className="size-4 shrink-0" />
          {fix.text}
        </Button>
      )}
      {others && fix && fixes.length > 1 && (
        <Button
          size="sm"
          variant="ghost"
          onClick={() => {
            store.edit(fixes);
            onChanged(COPY.review.fixApplied(fixes.length));
            onFixed();
          }}
        >
          Apply fix to all {formatCount(fixes.length)}
        </Button>
      )}
      {others && canSetForAll(others) && (
        <Button size="sm" variant="ghost" onClick={() => onSetForAll(others)}>
          Set for all {formatCount(others.numbers.length)} rows with this problem
        </Button>
      )}
      {problem.kind === 'address_check' && (
        <Button size="sm" variant="secondary" onClick={() => store.recheck([row.number])}>
          Check again
        </Button>
      )}
    </>
  );
}

/** Automatic corrections, filled-in values and a possible duplicate. */
export function RowNotes({ store, row }: { store: BatchStore; row: BulkRow }) {
  const decimalComma = store.batch()?.decimalComma ?? false;
  const repairs = useMemo(
    () => checkBulkRow(row.cells, { today: store.today(), decimalComma }).repairs,
    [row.cells, store, decimalComma],
  );
  return (
    <>
      {row.duplicate && (
        <p className="flex items-start gap-2 text-small text-warn-fg">
          <Icon of={Copy} className={iconClass} />
          {duplicateText(row.duplicate)}
        </p>
      )}
      {repairs.length > 0 && (
        <p className={noteClass}>
          <Icon of={Info} className={iconClass} />
          <span className="min-w-0 break-words">
            {repairs
              .map(({ column, from, to }) => `${columnTitle(column)} ${from} read as ${to}`)
              .join(' · ')}
          </span>
        </p>
      )}
      {row.filled.length > 0 && (
        <p className={noteClass}>
          <Icon of={Info} className={iconClass} />
          <span>Filled in for you: {row.filled.map(columnName).join(', ')}</span>
        </p>
      )}
    </>
  );
}

export function RemoveButton({
  store,
  row,
  onChanged,
}: Pick<RowActions, 'store' | 'onChanged'> & { row: BulkRow }) {
  if (row.paid || row.status === 'label_generated') return null;
  return (
    <Button
      size="sm"
      variant="ghost"
      onClick={() => {
        store.remove([row.number], !row.removed);
        onChanged(COPY.review.rowRemoved(row.number, !row.removed));
      }}
    >
      {row.removed ? 'Restore row' : 'Remove row'}
    </Button>
  );
}
