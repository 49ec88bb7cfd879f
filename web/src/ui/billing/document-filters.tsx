import { BILLING_KIND_NAMES, BILLING_KINDS } from '@lading/contract/billing.ts';
import { Select } from '../select.tsx';
import { COPY } from './copy.ts';
import type { DocumentsView } from './documents-view.ts';

const KIND_OPTIONS = [
  { value: '' as const, label: COPY.filters.allKinds },
  ...BILLING_KINDS.map((value) => ({ value, label: BILLING_KIND_NAMES[value] })),
];

interface DocumentFiltersProps {
  view: Pick<DocumentsView, 'kind' | 'year'>;
  /** The years with documents. The chosen year is always an option. */
  years: readonly number[];
  onChange: (part: Partial<DocumentsView>) => void;
}

export function DocumentFilters({ view, years, onChange }: DocumentFiltersProps) {
  const offered = [...new Set([...years.map(String), ...(view.year ? [view.year] : [])])].sort().reverse();
  return (
    <>
      <Select
        label={COPY.filters.kind}
        name="kind"
        value={view.kind}
        options={KIND_OPTIONS}
        onChange={(kind) => onChange({ kind })}
        className="min-w-36 flex-1 sm:w-44 sm:flex-none"
      />
      <Select
        label={COPY.filters.year}
        name="year"
        value={view.year}
        options={[
          { value: '', label: COPY.filters.allYears },
          ...offered.map((year) => ({ value: year, label: year })),
        ]}
        onChange={(year) => onChange({ year })}
        className="min-w-32 flex-1 sm:w-36 sm:flex-none"
      />
    </>
  );
}
