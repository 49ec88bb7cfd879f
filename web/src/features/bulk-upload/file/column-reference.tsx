import { columnTitle } from '@lading/contract/bulk/column-names.ts';
import { type BulkColumn, isRequiredColumn, TEMPLATE_COLUMNS } from '@lading/contract/bulk/columns.ts';
import { templateRows } from '@lading/contract/bulk/template.ts';
import { ChevronRight } from 'lucide-react';
import { type DataColumn, DataTable } from '../../../ui/data-table.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Missing } from '../../../ui/missing.tsx';

/** Rules that the example does not show. */
const NOTES: Partial<Record<BulkColumn, string>> = {
  sender_phone: '10 digits, no country code',
  receiver_phone: '10 digits, no country code',
  package_mass_unit: 'Pounds (lb) if left blank',
  package_distance_unit: 'Inches (in) if left blank',
  package_length: 'For an envelope, enter 0 for length, width and height',
  shipping_date: 'Today or later',
};

export function ColumnReference({ today }: { today: string }) {
  const [example] = templateRows(today);
  const columns: DataColumn<BulkColumn>[] = [
    {
      key: 'column',
      header: 'Column',
      primary: true,
      cell: (column) => <span className="code break-all">{column}</span>,
    },
    {
      key: 'meaning',
      header: 'Meaning',
      cell: (column) => (
        <>
          {columnTitle(column)}
          {NOTES[column] && <span className="block text-small text-text-2">{NOTES[column]}</span>}
        </>
      ),
    },
    {
      key: 'required',
      header: 'Required',
      cell: (column) =>
        isRequiredColumn(column) ? 'Required' : <span className="text-text-2">Optional</span>,
    },
    { key: 'example', header: 'Example', cell: (column) => example?.[column] || <Missing /> },
  ];
  return (
    <details className="group">
      <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-1.5 text-strong md:min-h-9">
        <Icon of={ChevronRight} className="size-4 transition-transform duration-140 group-open:rotate-90" />
        File columns
        <span className="font-normal text-text-2">
          {TEMPLATE_COLUMNS.filter(isRequiredColumn).length} required, {TEMPLATE_COLUMNS.length} total
        </span>
      </summary>
      <div className="mt-3">
        <DataTable
          caption="File columns"
          columns={columns}
          rows={TEMPLATE_COLUMNS}
          rowKey={(column) => column}
          dense
        />
      </div>
    </details>
  );
}
