import { AUDIT_LOGS } from '@lading/contract/messages.ts';
import { useCallback } from 'react';
import { useOrderSources } from '../../lib/order-sources.ts';
import { useTypedText } from '../../lib/use-typed-text.ts';
import { Button } from '../../ui/button.tsx';
import { COUNTRY_OPTIONS } from '../../ui/country-options.ts';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import { COPY } from './copy.ts';
import type { OrdersView } from './orders-view.ts';

const COUNTRIES = [{ value: '', label: 'All countries' }, ...COUNTRY_OPTIONS];

interface OrderFilterBarProps {
  view: OrdersView;
  /** Typed changes replace the history entry, so that Back leaves the page in one step. */
  onChange: (part: Partial<OrdersView>, typed?: boolean) => void;
  /** Null without filters. */
  onClear: (() => void) | null;
}

export function OrderFilterBar({ view, onChange, onClear }: OrderFilterBarProps) {
  const { data } = useOrderSources();
  const stores = [
    { value: '', label: 'All stores' },
    ...(data?.sources ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  // Saved views and links keep the store, and a disconnected one keeps its orders.
  if (!stores.some(({ value }) => value === view.source))
    stores.push({ value: view.source, label: data ? COPY.disconnectedStore : COPY.selectedStore });
  return (
    <div className="grid grid-cols-2 items-end gap-3 lg:flex lg:flex-wrap">
      <Search view={view} onChange={onChange} />
      <Select
        label="Store"
        name="source"
        value={view.source}
        options={stores}
        onChange={(source) => onChange({ source, page: 1 })}
        className="lg:w-44"
      />
      <Select
        label="Country"
        name="country"
        value={view.country}
        options={COUNTRIES}
        onChange={(country) => onChange({ country, page: 1 })}
        className="lg:w-44"
      />
      <FilterChips
        chips={view.tag ? [{ key: 'tag', text: `Tag: ${view.tag}` }] : []}
        onRemove={() => onChange({ tag: '', page: 1 })}
      />
      {onClear && (
        <Button variant="ghost" className="justify-self-start" onClick={onClear}>
          {AUDIT_LOGS.clearFilters}
        </Button>
      )}
    </div>
  );
}

function Search({ view, onChange }: Pick<OrderFilterBarProps, 'view' | 'onChange'>) {
  const use = useCallback((search: string) => onChange({ search, page: 1 }, true), [onChange]);
  const [text, setText] = useTypedText(view.search, use);
  return (
    <SearchField
      label={COPY.search}
      name="search"
      placeholder={COPY.searchHint}
      value={text}
      onChange={setText}
      className="col-span-2 lg:w-80"
    />
  );
}
