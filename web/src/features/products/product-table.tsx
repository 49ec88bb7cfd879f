import { countryName } from '@lading/contract/countries.ts';
import { formatHs } from '@lading/contract/customs/hs-code.ts';
import { centsOf, formatMoney } from '@lading/contract/money.ts';
import type { Product } from '@lading/contract/products.ts';
import { Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Missing } from '../../ui/missing.tsx';
import { COPY } from './copy.ts';

export const HEADERS = ['SKU', 'Name', 'HS code', 'Weight', 'Value', 'Made in', 'Actions'] as const;

interface ProductTableProps {
  products: readonly Product[];
  busy: boolean;
  empty: ReactNode;
  onEdit: (product: Product) => void;
  onDelete: (product: Product) => void;
}

export function ProductTable({ products, busy, empty, onEdit, onDelete }: ProductTableProps) {
  const columns: DataColumn<Product>[] = [
    {
      key: 'sku',
      header: 'SKU',
      primary: true,
      cell: ({ sku }) => <span className="code wrap-anywhere">{sku}</span>,
    },
    {
      key: 'name',
      header: 'Name',
      cell: ({ name, description }) => (
        <div className="wrap-anywhere">
          {name}
          {description && description !== name && (
            <span className="block text-small text-text-2">{description}</span>
          )}
        </div>
      ),
    },
    {
      key: 'hsCode',
      header: 'HS code',
      cell: ({ hsCode }) => (hsCode ? <span className="num">{formatHs(hsCode)}</span> : <Missing />),
    },
    {
      key: 'unitWeight',
      header: 'Weight',
      align: 'right',
      cell: ({ unitWeight }) =>
        unitWeight === null ? <Missing /> : <span className="num whitespace-nowrap">{unitWeight} oz</span>,
    },
    {
      key: 'unitValue',
      header: 'Value',
      align: 'right',
      cell: ({ unitValue }) =>
        unitValue === null ? <Missing /> : <span className="num">{formatMoney(centsOf(unitValue))}</span>,
    },
    {
      key: 'origin',
      header: 'Made in',
      cell: ({ origin }) => (origin ? (countryName(origin) ?? origin) : <Missing />),
    },
    {
      key: 'actions',
      header: 'Actions',
      cell: (product) => (
        <div className="-my-1.5 flex">
          <IconButton label={`Edit ${product.sku}`} onClick={() => onEdit(product)}>
            <Icon of={Pencil} />
          </IconButton>
          <IconButton label={`Delete ${product.sku}`} onClick={() => onDelete(product)}>
            <Icon of={Trash2} />
          </IconButton>
        </div>
      ),
    },
  ];
  return (
    <DataTable
      caption={COPY.title}
      columns={columns}
      rows={products}
      rowKey={({ id }) => id}
      busy={busy}
      empty={empty}
    />
  );
}
