import type { ClientSort } from '@lading/contract/admin-clients.ts';
import { ACCOUNT_STATUSES } from '@lading/contract/constants.ts';
import { CLIENTS } from '@lading/contract/messages.ts';
import { useCallback } from 'react';
import { useTypedText } from '../../lib/use-typed-text.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import type { ClientsView } from './clients-view.ts';
import { COPY } from './copy.ts';

const STATUS_OPTIONS = [
  { value: '' as const, label: CLIENTS.statuses.all },
  ...ACCOUNT_STATUSES.map((value) => ({ value, label: CLIENTS.statuses[value] })),
];

const SORT_OPTIONS = [
  { value: 'newest DESC', label: 'Newest first' },
  { value: 'newest ASC', label: 'Oldest first' },
  { value: 'name ASC', label: 'Name, A to Z' },
  { value: 'name DESC', label: 'Name, Z to A' },
  { value: 'revenue DESC', label: 'Highest revenue' },
  { value: 'revenue ASC', label: 'Lowest revenue' },
  { value: 'trend ASC', label: 'At risk first' },
  { value: 'trend DESC', label: 'Most growth' },
  { value: 'shipments DESC', label: 'Most shipments' },
  { value: 'shipments ASC', label: 'Fewest shipments' },
  { value: 'lastActive DESC', label: 'Most recently active' },
  { value: 'lastActive ASC', label: 'Least recently active' },
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
    <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,20rem)_11rem_13rem]">
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
      <Select
        label={COPY.sortBy}
        name="sort"
        value={`${view.sortBy} ${view.sortOrder}`}
        options={SORT_OPTIONS}
        onChange={(chosen) => {
          const [sortBy, sortOrder] = chosen.split(' ') as [ClientSort, 'ASC' | 'DESC'];
          onChange({ sortBy, sortOrder, page: 1 });
        }}
      />
    </div>
  );
}
