import type { OwnPackage } from '@lading/contract/orders/packages.ts';
import { Pencil, Star, Trash2 } from 'lucide-react';
import { knownKind, sizeText } from '../../lib/packages.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Missing } from '../../ui/missing.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { COPY, KIND_NAMES } from './copy.ts';

interface OwnPackagesProps {
  packages: readonly OwnPackage[];
  onEdit: (own: OwnPackage) => void;
  onDelete: (own: OwnPackage) => void;
  onDefault: (own: OwnPackage, isDefault: boolean) => void;
}

export const HEADERS = ['Name', 'Type', 'Size', 'Empty weight', 'Rules', 'Actions'];

const kindName = (kind: string) => KIND_NAMES[knownKind(kind)];

export function OwnPackages({ packages, onEdit, onDelete, onDefault }: OwnPackagesProps) {
  const columns: readonly DataColumn<OwnPackage>[] = [
    {
      key: 'name',
      header: 'Name',
      primary: true,
      cell: ({ name, isDefault }) => (
        <span className="flex flex-wrap items-center gap-2">
          <span className="wrap-anywhere">{name}</span>
          {isDefault && (
            <StatusBadge tone="info" icon={Star}>
              {COPY.defaultMark}
            </StatusBadge>
          )}
        </span>
      ),
    },
    { key: 'kind', header: 'Type', cell: ({ kind }) => kindName(kind) },
    { key: 'size', header: 'Size', cell: (own) => <span className="num">{sizeText(own)}</span> },
    {
      key: 'weight',
      header: 'Empty weight',
      cell: ({ emptyWeightOz }) =>
        emptyWeightOz === 0 ? <Missing /> : <span className="num">{emptyWeightOz} oz</span>,
    },
    {
      key: 'rules',
      header: 'Rules',
      cell: ({ usedByRules }) => (usedByRules > 0 ? COPY.usedBy(usedByRules) : COPY.unused),
    },
    {
      key: 'actions',
      header: 'Actions',
      cell: (own) => (
        <span className="flex flex-wrap items-center gap-1 md:-my-2 md:flex-nowrap">
          <Button variant="ghost" size="sm" onClick={() => onDefault(own, !own.isDefault)}>
            {own.isDefault ? COPY.noDefault : COPY.makeDefault}
            <span className="sr-only"> ({own.name})</span>
          </Button>
          <IconButton label={`Edit ${own.name}`} onClick={() => onEdit(own)}>
            <Icon of={Pencil} />
          </IconButton>
          <IconButton label={`Delete ${own.name}`} onClick={() => onDelete(own)}>
            <Icon of={Trash2} />
          </IconButton>
        </span>
      ),
    },
  ];
  return (
    <DataTable
      caption={COPY.own}
      columns={columns}
      rows={packages}
      rowKey={({ id }) => id}
      empty={<EmptyState title={COPY.none}>{COPY.noneHint}</EmptyState>}
    />
  );
}
