import { type AdminRefundsAnswer, REFUND_KINDS } from '@lading/contract/admin-refunds.ts';
import { AUDIT_LOGS } from '@lading/contract/messages.ts';
import { Button } from '../../ui/button.tsx';
import { DateRangeFilter } from '../../ui/date-filters.tsx';
import { Select } from '../../ui/select.tsx';
import { COPY } from './copy.ts';
import { hasFilters, type RefundsView } from './refunds-view.ts';

const KIND_OPTIONS = [
  { value: '' as const, label: COPY.allKinds },
  ...REFUND_KINDS.map((value) => ({ value, label: COPY.kinds[value] })),
];

/** For narrow screens, where the table has no headers to click. */
const SORT_OPTIONS = [
  { value: 'date DESC', label: 'Newest first' },
  { value: 'date ASC', label: 'Oldest first' },
  { value: 'amount DESC', label: 'Highest amount' },
  { value: 'amount ASC', label: 'Lowest amount' },
];

interface RefundFilterBarProps {
  view: RefundsView;
  admins: AdminRefundsAnswer['data']['admins'];
  onChange: (part: Partial<RefundsView>) => void;
  onClear: () => void;
}

export function RefundFilterBar({ view, admins, onChange, onClear }: RefundFilterBarProps) {
  return (
    <div className="grid grid-cols-2 items-end gap-3 lg:grid-cols-[12rem_14rem_10rem_10rem_auto] lg:justify-start">
      <Select
        label="Kind"
        name="kind"
        value={view.kind}
        options={KIND_OPTIONS}
        onChange={(kind) => onChange({ kind })}
      />
      <Select
        label="Requested by"
        name="adminId"
        value={view.adminId}
        options={[
          { value: '', label: COPY.anyone },
          ...admins.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(adminId) => onChange({ adminId })}
      />
      <DateRangeFilter startDate={view.startDate} endDate={view.endDate} onChange={onChange} />
      <Select
        label="Sort by"
        name="sort"
        value={`${view.sortBy} ${view.sortOrder}`}
        options={SORT_OPTIONS}
        onChange={(chosen) =>
          onChange({
            sortBy: chosen.startsWith('amount') ? 'amount' : 'date',
            sortOrder: chosen.endsWith('ASC') ? 'ASC' : 'DESC',
          })
        }
        className="col-span-2 md:hidden"
      />
      {hasFilters(view) && (
        <Button variant="ghost" className="justify-self-start" onClick={onClear}>
          {AUDIT_LOGS.clearFilters}
        </Button>
      )}
    </div>
  );
}
