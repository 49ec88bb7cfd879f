import { columnName } from '@lading/contract/bulk/column-names.ts';
import { BULK_LIMITS } from '@lading/contract/bulk/columns.ts';
import type { ProblemGroup } from '@lading/contract/bulk/problem-groups.ts';
import { formatCount } from '@lading/contract/format-count.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { BatchStore } from '../batch/batch-store.ts';
import { COPY } from '../copy.ts';
import { canSetForAll, fixesOf, setForAll } from './group-fixes.ts';

interface GroupPanelProps {
  store: BatchStore;
  group: ProblemGroup;
  /** Increases to focus the field. */
  focusRequest: number;
  onChanged: (what: string) => void;
  /** The panel disappears with its problem, so the focus must move. */
  onFixed: () => void;
}

/** Fixes every row with the same problem: one value for all, or each row's suggested fix. */
export function GroupPanel({ store, group, focusRequest, onChanged, onFixed }: GroupPanelProps) {
  const [value, setValue] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const count = group.numbers.length;
  const fixes = fixesOf(group, store.row);
  const canSet = canSetForAll(group);

  useEffect(() => {
    if (focusRequest > 0) field.current?.focus();
  }, [focusRequest]);

  const setAll = (event: FormEvent) => {
    event.preventDefault();
    store.edit(setForAll(group, value));
    setValue('');
    onChanged(COPY.review.setForAll(value, count));
    onFixed();
  };
  const applyAll = () => {
    store.edit(fixes);
    onChanged(COPY.review.fixApplied(fixes.length));
    onFixed();
  };
  const checkAgain = () => {
    store.recheck(group.numbers);
    onChanged(COPY.review.rechecking(count));
    onFixed();
  };
  return (
    <section
      aria-label={group.label}
      className="flex flex-wrap items-end gap-3 rounded-card border border-line bg-surface p-4"
    >
      {canSet && (
        <form className="flex min-w-0 flex-1 flex-wrap items-end gap-3" onSubmit={setAll}>
          <TextField
            label={`New ${columnName(group.column)}`}
            name="group-value"
            value={value}
            onChange={setValue}
            inputRef={field}
            autoComplete="off"
            spellCheck={false}
            maxLength={BULK_LIMITS.cellLength}
            className="min-w-48 flex-1 md:max-w-80"
          />
          <Button type="submit" variant="secondary" disabled={value.trim() === ''}>
            {count === 1 ? 'Set for this row' : `Set for all ${formatCount(count)} rows with this problem`}
          </Button>
        </form>
      )}
      {fixes.length > 0 && (
        <Button onClick={applyAll}>
          {fixes.length === 1 ? 'Apply fix' : `Apply fix to all ${formatCount(fixes.length)}`}
        </Button>
      )}
      {group.kind === 'address_check' && <Button onClick={checkAgain}>Check again</Button>}
    </section>
  );
}
