import { ACCOUNT_STATUSES } from '@lading/contract/constants.ts';
import { CLIENTS } from '@lading/contract/messages.ts';
import { useCallback } from 'react';
import { useTypedText } from '../../lib/use-typed-text.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import type { ClientsView } from './clients-view.ts';

const STATUS_OPTIONS = [
  { value: '' as const, label: CLIENTS.statuses.all },
  ...ACCOUNT_STATUSES.map((value) => ({ value, label: CLIENTS.statuses[value] })),
];

interface ClientsFilterBarProps {
  view: ClientsView;
  /** Typing replaces the history entry, so that Back leaves the page in one step. */
  onChange: (part: Partial<ClientsView>, typed?: boolean) => void;
}

export function ClientsFilterBar({ view, onChange }: ClientsFilterBarProps) {
  const use = useCallback((search: string) => onChange({ search, page: 1 }, true), [onChange]);
  const [text, setText] = useTypedText(view.search, use);
  return (
    <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,20rem)_11rem]">
      <SearchField
        label="Search"
        name="search"
        placeholder={CLIENTS.search}
        value={text}
        onChange={setText}
      />
      <Select
        label={CLIENTS.columns.status}
        name="status"
        value={view.status}
        options={STATUS_OPTIONS}
        onChange={(status) => onChange({ status, page: 1 })}
      />
    </div>
  );
}
