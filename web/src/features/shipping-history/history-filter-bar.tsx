import { AUDIT_LOGS, HISTORY } from '@lading/contract/messages.ts';
import { CARRIERS } from '@lading/contract/parcel.ts';
import { SHIPMENT_STATUSES } from '@lading/contract/shipments.ts';
import { useCallback } from 'react';
import { statusText } from '../../lib/status-text.ts';
import { useTypedText } from '../../lib/use-typed-text.ts';
import { Button } from '../../ui/button.tsx';
import { DateFilter } from '../../ui/date-filters.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import { type HistoryView, hasFilters } from './history-filters.ts';

const STATUS_OPTIONS = [
  { value: '' as const, label: 'All statuses' },
  ...SHIPMENT_STATUSES.map((value) => ({ value, label: statusText(value) })),
];
const CARRIER_OPTIONS = [
  { value: '' as const, label: 'All carriers' },
  ...CARRIERS.map((value) => ({ value, label: value })),
];
/** For narrow screens, where the sortable headers are hidden. */
const ORDER_OPTIONS = [
  { value: 'created_at DESC', label: 'Newest first' },
  { value: 'created_at ASC', label: 'Oldest first' },
  { value: 'shipping_date DESC', label: 'Shipping date, latest first' },
  { value: 'shipping_date ASC', label: 'Shipping date, earliest first' },
  { value: 'delivery_date DESC', label: 'Delivery date, latest first' },
  { value: 'delivery_date ASC', label: 'Delivery date, earliest first' },
  { value: 'cost DESC', label: 'Cost, highest first' },
  { value: 'cost ASC', label: 'Cost, lowest first' },
] as const;

interface FilterProps {
  view: HistoryView;
  /** Typed changes replace the history entry, so that Back leaves the page in one step. */
  onChange: (part: Partial<HistoryView>, typed?: boolean) => void;
}

interface HistoryFilterBarProps extends FilterProps {
  /** Null while the empty state offers the same button. */
  onClear: (() => void) | null;
}

export function HistoryFilterBar({ view, onChange, onClear }: HistoryFilterBarProps) {
  return (
    <div className="grid grid-cols-2 items-end gap-3 lg:flex lg:flex-wrap">
      <TrackingSearch view={view} onChange={onChange} />
      <Select
        label={HISTORY.columns.status}
        name="status"
        value={view.status}
        options={STATUS_OPTIONS}
        onChange={(status) => onChange({ status })}
        className="lg:w-36"
      />
      <Select
        label="Carrier"
        name="carrier"
        value={view.carrier}
        options={CARRIER_OPTIONS}
        onChange={(carrier) => onChange({ carrier })}
        className="lg:w-36"
      />
      <DayFilter part="from" label="Created from" view={view} onChange={onChange} />
      <DayFilter part="to" label="Created to" view={view} onChange={onChange} />
      <Select
        label="Sort by"
        name="sort"
        value={`${view.sortBy} ${view.sortOrder}` as const}
        options={ORDER_OPTIONS}
        onChange={(order) => {
          const [sortBy, sortOrder] = order.split(' ') as [HistoryView['sortBy'], HistoryView['sortOrder']];
          onChange({ sortBy, sortOrder, page: 1 });
        }}
        className="col-span-2 md:hidden"
      />
      {onClear && hasFilters(view) && (
        <Button variant="ghost" className="justify-self-start" onClick={onClear}>
          {AUDIT_LOGS.clearFilters}
        </Button>
      )}
    </div>
  );
}

function TrackingSearch({ view, onChange }: FilterProps) {
  const use = useCallback((search: string) => onChange({ search }, true), [onChange]);
  const [text, setText] = useTypedText(view.search, use);
  return (
    <SearchField
      label="Search"
      name="search"
      placeholder="Tracking number, name or city"
      value={text}
      onChange={setText}
      className="col-span-2 lg:w-64"
    />
  );
}

function DayFilter(props: FilterProps & { part: 'from' | 'to'; label: string }) {
  const { part, label, view, onChange } = props;
  const use = useCallback((date: string) => onChange({ [part]: date }, true), [part, onChange]);
  return <DateFilter label={label} name={part} value={view[part]} onChange={use} className="lg:w-36" />;
}
