import { ADMIN_SHIPMENT_STATUSES } from '@lading/contract/admin-shipments.ts';
import { AUDIT_LOGS, SHIPMENTS } from '@lading/contract/messages.ts';
import { CARRIERS } from '@lading/contract/parcel.ts';
import { useCallback } from 'react';
import { useTypedText } from '../../lib/use-typed-text.ts';
import { Button } from '../../ui/button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import { hasFilters, type ShipmentsView } from './shipment-view.ts';

const STATUS_OPTIONS = [
  { value: '' as const, label: 'All statuses' },
  ...ADMIN_SHIPMENT_STATUSES.map((value) => ({ value, label: SHIPMENTS.statuses[value] })),
];
const CARRIER_OPTIONS = [
  { value: '' as const, label: 'All carriers' },
  ...CARRIERS.map((value) => ({ value, label: value })),
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
      {onClear && hasFilters(view) && (
        <Button variant="ghost" className="justify-self-start" onClick={onClear}>
          {AUDIT_LOGS.clearFilters}
        </Button>
      )}
    </div>
  );
}

function TrackingSearch({ view, onChange }: FilterProps) {
  const use = useCallback((trackingNumber: string) => onChange({ trackingNumber }, true), [onChange]);
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
