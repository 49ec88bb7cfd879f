import type { BillingDocument } from '@lading/contract/billing.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { Link } from 'react-router';
import { BillingDetails } from '../../ui/billing/billing-details.tsx';
import { documentColumns } from '../../ui/billing/document-columns.tsx';
import { DocumentList } from '../../ui/billing/document-list.tsx';
import { useDocumentsView } from '../../ui/billing/use-documents-view.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useDetails, useDocuments } from './billing-calls.ts';
import { COPY } from './copy.ts';

const COLUMNS = documentColumns<BillingDocument>('general');

export function BillingPage() {
  const { details, save } = useDetails();
  const { view, change } = useDocumentsView();
  const documents = useDocuments(view);
  return (
    <>
      <h1 className="text-h1">{COPY.title}</h1>
      <p className="mt-1 max-w-prose text-text-2">{COPY.intro}</p>
      <div className="mt-6 grid gap-6">
        <BillingDetails query={details} save={save} />
        <DocumentList
          query={documents}
          columns={COLUMNS}
          view={view}
          onChange={change}
          empty={<EmptyState title={COPY.empty}>{COPY.emptyHint}</EmptyState>}
        />
        {documents.data?.documents.some(({ due }) => due > 0) && <DueNow />}
      </div>
    </>
  );
}

const DueNow = () => (
  <p className="text-small text-text-2">
    {COPY.dueNow}{' '}
    <Link to={PAGES.balance} className="link">
      {COPY.balance}
    </Link>
    .
  </p>
);
