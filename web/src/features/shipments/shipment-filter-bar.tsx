import { ADMIN_SHIPMENT_STATUSES, type ShipmentSort } from '@lading/contract/admin-shipments.ts';
import { AUDIT_LOGS, SHIPMENTS } from '@lading/contract/messages.ts';
import { CARRIERS } from '@lading/contract/parcel.ts';
import { useCallback } from 'react';
import { useTypedText } from '../../lib/use-typed-text.ts';
import { Button } from '../../ui/button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import { COPY } from './copy.ts';
import { hasFilters, type ShipmentsView } from './shipment-view.ts';

const STATUS_OPTIONS = [
  { value: '' as const, label: 'All statuses' },
  ...ADMIN_SHIPMENT_STATUSES.map((value) => ({ value, label: SHIPMENTS.statuses[value] })),
];
const CARRIER_OPTIONS = [
  { value: '' as const, label: 'All carriers' },
  ...CARRIERS.map((value) => ({ value, label: value })),
];

/** For narrow screens, where the table has no headers to click. */
const SORT_OPTIONS = [
  { value: 'date DESC', label: 'Newest first' },
  { value: 'date ASC', label: 'Oldest first' },
  { value: 'cost DESC', label: 'Highest cost' },
  { value: 'cost ASC', label: 'Lowest cost' },
  { value: 'status ASC', label: 'Status' },
  { value: 'carrier ASC', label: 'Carrier' },
];

interface FilterProps {
  view: ShipmentsView;
  /** Typing replaces the history entry, so that Back leaves the page in one step. */
  onChange: (part: Partial<ShipmentsView>, typed?: boolean) => void;
}

interface ShipmentFilterBarProps extends FilterProps {
  /** Null if the empty state below offers the same action. */
  onClear: (() => void) | null;
}

export function ShipmentFilterBar({ view, onChange, onClear }: ShipmentFilterBarProps) {
  return (
    <div className="grid grid-cols-2 items-end gap-3 lg:grid-cols-[minmax(0,20rem)_11rem_11rem_auto] lg:justify-start">
      <TrackingSearch view={view} onChange={onChange} />
      <Select
        label={SHIPMENTS.columns.status}
        name="status"
        value={view.status}
        options={STATUS_OPTIONS}
        onChange={(status) => onChange({ status })}
      />
      <Select
        label={SHIPMENTS.columns.carrier}
        name="carrier"
        value={view.carrier}
        options={CARRIER_OPTIONS}
        onChange={(carrier) => onChange({ carrier })}
      />
      <Select
        label={COPY.sortBy}
        name="sort"
        value={`${view.sortBy} ${view.sortOrder}`}
        options={SORT_OPTIONS}
        onChange={(chosen) => {
          const [sortBy, sortOrder] = chosen.split(' ') as [ShipmentSort, 'ASC' | 'DESC'];
          onChange({ sortBy, sortOrder });
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
  const use = useCallback(
    (trackingNumber: string) => onChange({ trackingNumber, page: 1 }, true),
    [onChange],
  );
  const [text, setText] = useTypedText(view.trackingNumber, use);
  return (
    <SearchField
      label="Tracking number"
      name="trackingNumber"
      placeholder="Search by tracking number"
      value={text}
      onChange={setText}
      className="col-span-2 lg:col-span-1"
    />
  );
}
