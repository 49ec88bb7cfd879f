import { columnName } from '@lading/contract/bulk/column-names.ts';
import { BULK_LIMITS } from '@lading/contract/bulk/columns.ts';
import type { ProblemGroup } from '@lading/contract/bulk/problem-groups.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { counted } from '../../../lib/batch-state.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { BatchStore } from '../batch/batch-store.ts';
import { figure } from './figure.ts';
import { fixesOf, setForAll } from './group-fixes.ts';

interface GroupPanelProps {
  store: BatchStore;
  group: ProblemGroup;
  /** Grows when someone asks for one value for all. */
  focusRequest: number;
  onChanged: (what: string) => void;
  /** The panel goes with its problem; the focus needs another place. */
  onFixed: () => void;
}

/** One value, or each row's own offered fix, for every row with the same problem. */
export function GroupPanel({ store, group, focusRequest, onChanged, onFixed }: GroupPanelProps) {
  const [value, setValue] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const count = group.numbers.length;
  const fixes = fixesOf(group, store.row);
  // What the server could not ask about is asked again; there is nothing to type.
  const canSet = group.kind !== 'address_check' && group.kind !== 'rates';

  useEffect(() => {
    if (focusRequest > 0) field.current?.focus();
  }, [focusRequest]);

  const setAll = (event: FormEvent) => {
    event.preventDefault();
    store.edit(setForAll(group, value));
    setValue('');
    onChanged(`Set “${value}” for ${counted(count, 'row')}`);
    onFixed();
  };
  const applyAll = () => {
    store.edit(fixes);
    onChanged(`Applied the fix to ${counted(fixes.length, 'row')}`);
    onFixed();
  };
  const checkAgain = () => {
    store.recheck(group.numbers);
    onChanged(`Checking ${counted(count, 'row')} again`);
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
            {count === 1 ? 'Set for this row' : `Set for all ${figure(count)} rows with this problem`}
          </Button>
        </form>
      )}
      {fixes.length > 0 && (
        <Button onClick={applyAll}>
          {fixes.length === 1 ? 'Apply the fix' : `Apply fix to all ${figure(fixes.length)}`}
        </Button>
      )}
      {group.kind === 'address_check' && <Button onClick={checkAgain}>Check again</Button>}
    </section>
  );
}
