import type { AdminBillingDocument } from '@lading/contract/billing.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import { FilePlus2 } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Link } from 'react-router';
import { useMay } from '../../lib/may.ts';
import { useTypedText } from '../../lib/use-typed-text.ts';
import { COPY as LIST } from '../../ui/billing/copy.ts';
import { documentColumns } from '../../ui/billing/document-columns.tsx';
import { DocumentList } from '../../ui/billing/document-list.tsx';
import type { DocumentsView } from '../../ui/billing/documents-view.ts';
import { IssueDialog } from '../../ui/billing/issue-dialog.tsx';
import { useBillingSettings } from '../../ui/billing/use-billing-settings.ts';
import { useDocumentsView } from '../../ui/billing/use-documents-view.ts';
import { Button } from '../../ui/button.tsx';
import { ClientField, type NamedClient } from '../../ui/client-field.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useAllDocuments, useFilteredClient } from './admin-billing-calls.ts';
import { COPY } from './copy.ts';

const COLUMNS = documentColumns<AdminBillingDocument>('admin', [
  {
    key: 'client',
    header: COPY.client,
    cell: ({ clientId, clientName }) => (
      <Link
        to={path(PAGES.adminClient, { id: clientId })}
        title={clientName}
        className="link line-clamp-2 wrap-anywhere md:min-w-24"
      >
        {clientName}
      </Link>
    ),
  },
]);

export function AllDocuments() {
  const { view, change } = useDocumentsView();
  const { documents, reload } = useAllDocuments(view);
  const { data } = documents;
  return (
    <div className="grid gap-4">
      <Actions year={view.year || String(data?.years[0] ?? '')} onIssued={reload} />
      <DocumentList
        query={documents}
        columns={COLUMNS}
        view={view}
        onChange={change}
        filters={<MoreFilters view={view} onChange={change} />}
        empty={<EmptyState title={COPY.empty}>{COPY.emptyHint}</EmptyState>}
      />
    </div>
  );
}

/** The register has only one format. */
const ONLY_FORMAT = { format: '' };

/** The register covers the chosen year, or the newest one. */
function Actions({ year, onIssued }: { year: string; onIssued: () => Promise<void> }) {
  const mayIssue = useMay('billing.write');
  const settings = useBillingSettings();
  const [open, setOpen] = useState(false);
  return (
    <div className="flex flex-wrap gap-3 empty:hidden">
      {mayIssue && settings.data && (
        <Button onClick={() => setOpen(true)}>
          <Icon of={FilePlus2} className="size-4" />
          {LIST.issue.action}
        </Button>
      )}
      {year !== '' && (
        <ExportButton
          label={COPY.register(year)}
          path={API.adminBillingRegister}
          query={{ year, ...ONLY_FORMAT }}
          exported={COPY.registerSaved}
          failed={COPY.registerFailed}
        />
      )}
      {open && settings.data && (
        <IssueDialog
          client={null}
          startMonth={settings.data.startMonth}
          onIssued={onIssued}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

interface MoreFiltersProps {
  view: DocumentsView;
  onChange: (part: Partial<DocumentsView>, replace?: boolean) => void;
}

function MoreFilters({ view, onChange }: MoreFiltersProps) {
  const client = useFilteredClient(view.clientId);
  const [picked, setPicked] = useState<NamedClient | null>(null);
  const known = picked?.id === view.clientId ? picked : null;
  const search = useCallback((number: string) => onChange({ number }, true), [onChange]);
  const [number, setNumber] = useTypedText(view.number, search);
  return (
    <>
      <ClientField
        label={COPY.client}
        chosen={view.clientId ? (known ?? { id: view.clientId, name: client.data?.fullName ?? '' }) : null}
        onChange={(chosen) => {
          setPicked(chosen);
          onChange({ clientId: chosen?.id ?? '' });
        }}
        placeholder={COPY.clientFilter}
        className="w-full sm:w-60"
      />
      <SearchField
        label={COPY.number}
        name="number"
        value={number}
        onChange={setNumber}
        placeholder={COPY.numberFilter}
        className="w-full sm:w-52"
      />
    </>
  );
}
