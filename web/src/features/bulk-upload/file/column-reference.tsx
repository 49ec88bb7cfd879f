import { columnTitle } from '@lading/contract/bulk/column-names.ts';
import { type BulkColumn, isRequiredColumn, TEMPLATE_COLUMNS } from '@lading/contract/bulk/columns.ts';
import { templateRows } from '@lading/contract/bulk/template.ts';
import { ChevronRight } from 'lucide-react';
import { type DataColumn, DataTable } from '../../../ui/data-table.tsx';
import { Missing } from '../../../ui/missing.tsx';

/** What a column's example cannot show. */
const NOTES: Partial<Record<BulkColumn, string>> = {
  sender_phone: '10 digits, no country code',
  receiver_phone: '10 digits, no country code',
  package_mass_unit: 'lb when empty',
  package_distance_unit: 'in when empty',
  package_length: '0 in all three for an envelope',
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
        <ChevronRight
          aria-hidden="true"
          strokeWidth={1.75}
          className="size-4 transition-transform duration-140 group-open:rotate-90"
        />
        Columns of the file
        <span className="font-normal text-text-2">
          {TEMPLATE_COLUMNS.filter(isRequiredColumn).length} required, {TEMPLATE_COLUMNS.length} in all
        </span>
      </summary>
      <div className="mt-3">
        <DataTable
          caption="Columns of the file"
          columns={columns}
          rows={TEMPLATE_COLUMNS}
          rowKey={(column) => column}
          dense
        />
      </div>
    </details>
  );
}
