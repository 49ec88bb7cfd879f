import { columnTitle } from '@lading/contract/bulk/column-names.ts';
import {
  ADDED_COLUMNS,
  type BulkCells,
  type BulkColumn,
  isRequiredColumn,
  TEMPLATE_COLUMNS,
} from '@lading/contract/bulk/columns.ts';
import { internationalRows, templateRows } from '@lading/contract/bulk/template.ts';
import { ChevronRight } from 'lucide-react';
import { type DataColumn, DataTable } from '../../../ui/data-table.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Missing } from '../../../ui/missing.tsx';

/** Rules that the example does not show. */
const NOTES: Partial<Record<BulkColumn, string>> = {
  sender_phone: '10 digits, no country code',
  receiver_phone: 'US and Canada: 10 digits. Other countries: with country code, such as +44 20 7946 0958',
  package_mass_unit: 'Pounds (lb) if left blank',
  package_distance_unit: 'Inches (in) if left blank',
  package_length: 'For an envelope, enter 0 for length, width and height',
  shipping_date: 'Today or later',
  order_ref: 'Rows with the same order number are items in one package',
  customs_contents: 'Merchandise if left blank. Or: gift, sample, documents, return, humanitarian, other',
  customs_explanation: 'Required if the contents type is other',
  customs_incoterm: 'DDU: the recipient pays duties and taxes',
  customs_signer: 'The sender’s name if left blank',
  customs_license: 'yes if the goods need an export license',
  customs_itn:
    'Required if goods with the same HS code are worth more than $2,500, or if an export license is needed',
  sender_tax_id: 'Such as an EIN or EORI number',
  recipient_tax_id: 'Some countries require it. You can put the type first, as in BR-CPF: 529.982.247-25',
  item_description:
    'What it is and what it is made of. Separate several items with a vertical bar: Teapot | Cup',
  item_quantity: '1 if left blank',
  item_weight: 'Weight of each unit in ounces, or with lb, kg or g: 250 g',
  item_value: 'Value of each unit in US dollars',
  item_hs: 'Required for merchandise, samples and returns',
  item_origin: 'The country where it was made',
  item_sku: 'Fills empty item columns from your product list',
  signature: 'none, standard or adult',
  insurance: 'Insured value in US dollars',
  saturday_delivery: 'yes or no',
  batteries: 'none, in_device (inside the device), with_device (packed with it) or alone',
};

const INTERNATIONAL: readonly BulkColumn[] = ['order_ref', ...ADDED_COLUMNS];

export function ColumnReference({ today }: { today: string }) {
  const [example = {}] = templateRows(today);
  const [first, , third] = internationalRows(today);
  return (
    <div>
      <ColumnTable
        title="File columns"
        note={`${TEMPLATE_COLUMNS.filter(isRequiredColumn).length} required, ${TEMPLATE_COLUMNS.length} total`}
        rows={TEMPLATE_COLUMNS}
        example={example}
      />
      <ColumnTable
        title="Columns for customs and extras"
        note="all optional"
        rows={INTERNATIONAL}
        example={{ ...third, ...first }}
      />
    </div>
  );
}

interface ColumnTableProps {
  title: string;
  note: string;
  rows: readonly BulkColumn[];
  example: BulkCells;
}

function ColumnTable({ title, note, rows, example }: ColumnTableProps) {
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
    { key: 'example', header: 'Example', cell: (column) => example[column] || <Missing /> },
  ];
  return (
    <details className="group">
      <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-1.5 text-strong md:min-h-9">
        <Icon of={ChevronRight} className="size-4 transition-transform duration-140 group-open:rotate-90" />
        {title}
        <span className="font-normal text-text-2">{note}</span>
      </summary>
      <div className="mt-3">
        <DataTable caption={title} columns={columns} rows={rows} rowKey={(column) => column} dense />
      </div>
    </details>
  );
}
