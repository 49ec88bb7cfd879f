import { ADJUSTMENT_REASON_NAMES, ADJUSTMENT_REASONS } from '@lading/contract/adjustment-reasons.ts';
import { ADJUSTMENT_OUTCOMES, type AdminAdjustment } from '@lading/contract/adjustments.ts';
import { AUDIT_LOGS } from '@lading/contract/messages.ts';
import { CARRIERS } from '@lading/contract/parcel.ts';
import { Button } from '../../ui/button.tsx';
import { DateRangeFilter } from '../../ui/date-filters.tsx';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { Select } from '../../ui/select.tsx';
import { type AdjustmentsView, DISPUTE_FILTERS, hasFilters } from './adjustments-view.ts';
import { COPY } from './copy.ts';

const { filters } = COPY;
const CARRIER_OPTIONS = [
  { value: '' as const, label: filters.allCarriers },
  ...CARRIERS.map((value) => ({ value, label: value })),
];
const REASON_OPTIONS = [
  { value: '' as const, label: filters.allReasons },
  ...ADJUSTMENT_REASONS.map((value) => ({ value, label: ADJUSTMENT_REASON_NAMES[value] })),
];
const OUTCOME_OPTIONS = [
  { value: '' as const, label: filters.allOutcomes },
  ...ADJUSTMENT_OUTCOMES.map((value) => ({ value, label: COPY.outcomes[value] })),
];
const DISPUTE_OPTIONS = [
  { value: '' as const, label: filters.allDisputes },
  ...DISPUTE_FILTERS.map((value) => ({
    value,
    label: value === 'none' ? filters.none : COPY.disputes[value],
  })),
];
/** For narrow screens, where the table has no headers to click. */
const SORT_OPTIONS = [
  { value: 'date DESC', label: 'Newest first' },
  { value: 'date ASC', label: 'Oldest first' },
  { value: 'amount DESC', label: 'Highest amount' },
  { value: 'amount ASC', label: 'Lowest amount' },
];

interface FilterProps {
  view: AdjustmentsView;
  onChange: (part: Partial<AdjustmentsView>) => void;
}

interface AdjustmentFilterBarProps extends FilterProps {
  rows: readonly AdminAdjustment[];
  onClear: () => void;
}

export function AdjustmentFilterBar({ view, rows, onChange, onClear }: AdjustmentFilterBarProps) {
  return (
    <>
      <div className="grid grid-cols-2 items-end gap-3 lg:flex lg:flex-wrap">
        <Select
          label={filters.carrier}
          name="carrier"
          value={view.carrier}
          options={CARRIER_OPTIONS}
          onChange={(carrier) => onChange({ carrier })}
          className="lg:w-36"
        />
        <Select
          label={filters.reason}
          name="reason"
          value={view.reason}
          options={REASON_OPTIONS}
          onChange={(reason) => onChange({ reason })}
          className="lg:w-44"
        />
        <Select
          label={filters.outcome}
          name="outcome"
          value={view.outcome}
          options={OUTCOME_OPTIONS}
          onChange={(outcome) => onChange({ outcome })}
          className="lg:w-36"
        />
        <Select
          label={filters.dispute}
          name="dispute"
          value={view.dispute}
          options={DISPUTE_OPTIONS}
          onChange={(dispute) => onChange({ dispute })}
          className="lg:w-36"
        />
        <DateRangeFilter
          startDate={view.startDate}
          endDate={view.endDate}
          onChange={onChange}
          className="lg:w-40"
        />
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
      <Chips view={view} rows={rows} onChange={onChange} />
    </>
  );
}

type ChipsProps = Omit<AdjustmentFilterBarProps, 'onClear'>;

function Chips({ view: { clientId, invoiceId }, rows: [row], onChange }: ChipsProps) {
  const chips = [
    clientId && { key: 'clientId', text: filters.client(row?.clientName) },
    invoiceId && { key: 'invoiceId', text: filters.invoice(row?.invoiceNumber) },
  ].filter((chip) => chip !== '');
  return <FilterChips chips={chips} onRemove={(key) => onChange({ [key]: '' })} />;
}
