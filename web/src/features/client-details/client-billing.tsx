import type { BillingDocument } from '@lading/contract/billing.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { useMay } from '../../lib/may.ts';
import { BillingDetails } from '../../ui/billing/billing-details.tsx';
import { COPY as BILLING } from '../../ui/billing/copy.ts';
import { documentColumns } from '../../ui/billing/document-columns.tsx';
import { IssueDialog } from '../../ui/billing/issue-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadedList } from '../../ui/loaded-list.tsx';
import { COPY } from './copy.ts';
import { useClientBilling } from './use-client-billing.ts';

const COLUMNS = documentColumns<BillingDocument>('admin');
const HEADERS = COLUMNS.map(({ header }) => header);

export function ClientBilling({ clientId, clientName }: { clientId: string; clientName: string }) {
  const { documents, details, startMonth, reload, saveDetails } = useClientBilling(clientId);
  const mayChange = useMay('billing.write');
  const [open, setOpen] = useState(false);
  return (
    <section aria-labelledby="client-billing" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="client-billing" className="text-h3">
          {BILLING.list}
        </h2>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Link
            to={`${PAGES.adminBilling}?clientId=${clientId}`}
            className="link inline-flex min-h-11 items-center md:min-h-6"
          >
            {COPY.allDocuments}
          </Link>
          {mayChange && startMonth !== undefined && (
            <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
              {BILLING.issue.action}
            </Button>
          )}
        </div>
      </div>
      <BillingDetails query={details} save={mayChange ? saveDetails : null} />
      <LoadedList query={documents} caption={BILLING.list} headers={HEADERS} loadFailed={BILLING.loadFailed}>
        {(busy) => (
          <DataTable
            caption={BILLING.list}
            columns={COLUMNS}
            rows={documents.data ?? []}
            rowKey={({ id }) => id}
            busy={busy}
            empty={<EmptyState title={COPY.noDocuments} />}
            dense
          />
        )}
      </LoadedList>
      {open && startMonth !== undefined && (
        <IssueDialog
          client={{ id: clientId, name: clientName }}
          startMonth={startMonth}
          onIssued={reload}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}
