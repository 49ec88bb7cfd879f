import type { SavedPackage } from '@lading/contract/orders/packages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { Link } from 'react-router';
import { sizeText } from '../../lib/packages.ts';
import { statusText } from '../../lib/status-text.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { COPY } from './copy.ts';

const COLUMNS: readonly DataColumn<SavedPackage>[] = [
  {
    key: 'name',
    header: 'Name',
    primary: true,
    cell: ({ name }) => <span className="wrap-anywhere">{name}</span>,
  },
  { key: 'type', header: 'Type', cell: ({ type }) => statusText(type) },
  { key: 'size', header: 'Size', cell: (saved) => <span className="num">{sizeText(saved)}</span> },
  {
    key: 'rules',
    header: 'Rules',
    cell: ({ usedByRules }) => (usedByRules > 0 ? COPY.usedBy(usedByRules) : COPY.unused),
  },
];

/** Edited in the profile, because they also have a weight for single labels. */
export function SavedPackages({ packages }: { packages: readonly SavedPackage[] }) {
  return (
    <section className="mt-4 grid gap-2">
      <h2 className="text-h3">{COPY.saved}</h2>
      <p className="text-text-2">
        {COPY.savedHint}{' '}
        <Link to={PAGES.profile} className="link">
          {COPY.openProfile}
        </Link>
      </p>
      <DataTable
        caption={COPY.saved}
        columns={COLUMNS}
        rows={packages}
        rowKey={({ id }) => id}
        empty={null}
      />
    </section>
  );
}
