import { AUDIT_ACTIONS, auditEventTitle, MORE_AUDIT_ACTIONS } from '@lading/contract/audit.ts';
import { AUDIT_STATUSES } from '@lading/contract/constants.ts';
import { AUDIT_LOGS } from '@lading/contract/messages.ts';
import { useCallback } from 'react';
import { useTypedText } from '../../lib/use-typed-text.ts';
import { Button } from '../../ui/button.tsx';
import { DateRangeFilter } from '../../ui/date-filters.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import { type AuditFilters, hasFilters } from './audit-filters.ts';

const actionOption = (value: string) => ({ value, label: auditEventTitle(value), title: value });

/** The specification's actions first, then all others by topic. */
const ACTION_OPTIONS = [
  { value: '', label: 'All actions' },
  ...AUDIT_ACTIONS.map(actionOption),
  ...MORE_AUDIT_ACTIONS.flatMap(({ topic, actions }) =>
    actions.map((action) => ({ ...actionOption(action), group: topic })),
  ),
];
const STATUS_OPTIONS = [
  { value: '' as const, label: 'All statuses' },
  ...AUDIT_STATUSES.map((value) => ({ value, label: AUDIT_LOGS.statuses[value] })),
];

interface AuditFilterBarProps {
  filters: AuditFilters;
  onChange: (change: Partial<AuditFilters>) => void;
  /** Null if the empty state below offers the same action. */
  onClear: (() => void) | null;
}

export function AuditFilterBar({ filters, onChange, onClear }: AuditFilterBarProps) {
  const onEmail = useCallback((userEmail: string) => onChange({ userEmail, page: 1 }), [onChange]);
  return (
    <div className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[minmax(0,18rem)_14rem_9rem_10rem_10rem_auto] lg:justify-start">
      <EmailSearch value={filters.userEmail} onChange={onEmail} />
      <Select
        label="Action"
        name="action"
        value={filters.action}
        options={ACTION_OPTIONS}
        onChange={(action) => onChange({ action })}
      />
      <Select
        label={AUDIT_LOGS.columns.status}
        name="status"
        value={filters.status}
        options={STATUS_OPTIONS}
        onChange={(status) => onChange({ status })}
      />
      <DateRangeFilter startDate={filters.startDate} endDate={filters.endDate} onChange={onChange} />
      {onClear && hasFilters(filters) && (
        <Button variant="ghost" className="justify-self-start" onClick={onClear}>
          {AUDIT_LOGS.clearFilters}
        </Button>
      )}
    </div>
  );
}

function EmailSearch({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [text, setText] = useTypedText(value, onChange);
  return (
    <SearchField
      label="User email"
      name="userEmail"
      placeholder="Search by user email"
      value={text}
      onChange={setText}
      className="sm:col-span-2 lg:col-span-1"
    />
  );
}
