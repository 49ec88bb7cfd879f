import type { BillingDocument, BillingDocumentsAnswer } from '@lading/contract/billing.ts';
import { PAGE_SIZE } from '@lading/contract/constants.ts';
import { AUDIT_LOGS } from '@lading/contract/messages.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLoadFailure } from '../../lib/use-load-failure.ts';
import { usePageKeys } from '../../lib/use-page-keys.ts';
import { Button } from '../button.tsx';
import { type DataColumn, DataTable } from '../data-table.tsx';
import { LoadedList } from '../loaded-list.tsx';
import { NothingFound } from '../nothing-found.tsx';
import { Pagination } from '../pagination.tsx';
import { toast } from '../toast/toast.ts';
import { COPY } from './copy.ts';
import { DocumentFilters } from './document-filters.tsx';
import { type DocumentsView, hasFilters, NO_FILTERS } from './documents-view.ts';

interface DocumentListProps<T extends BillingDocument> {
  query: UseQueryResult<Omit<BillingDocumentsAnswer, 'documents'> & { documents: T[] }>;
  columns: readonly DataColumn<T>[];
  view: DocumentsView;
  onChange: (part: Partial<DocumentsView>) => void;
  /** Filters besides kind and year. */
  filters?: ReactNode;
  /** Instead of the list if there are no documents at all. */
  empty: ReactNode;
}

/** A page of billing documents with its filters. */
export function DocumentList<T extends BillingDocument>(props: DocumentListProps<T>) {
  const { query, columns, view, onChange, filters, empty } = props;
  useLoadFailure(query, () => toast.error(COPY.loadFailed));
  const { data } = query;
  const rows = data?.documents ?? [];
  const turnTo = (page: number) => {
    onChange({ page });
    window.scrollTo({ top: 0 });
  };
  const clear = () => onChange(NO_FILTERS);
  usePageKeys(view.page, data?.pagination.totalPages ?? 1, turnTo);
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <DocumentFilters view={view} years={data?.years ?? []} onChange={onChange} />
        {filters}
        {hasFilters(view) && (
          <Button variant="ghost" onClick={clear}>
            {AUDIT_LOGS.clearFilters}
          </Button>
        )}
      </div>
      <LoadedList
        query={query}
        caption={COPY.list}
        headers={columns.map(({ header }) => header)}
        loadFailed={COPY.loadFailed}
      >
        {(busy) => (
          <DataTable
            caption={COPY.list}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            busy={busy}
            dense
            empty={
              hasFilters(view) || view.page > 1 ? (
                <NothingFound
                  title={COPY.filters.none}
                  page={view.page}
                  onClear={clear}
                  onFirstPage={() => turnTo(1)}
                />
              ) : (
                empty
              )
            }
          />
        )}
      </LoadedList>
      {data && rows.length > 0 && (
        <Pagination
          page={view.page}
          totalPages={data.pagination.totalPages}
          totalRecords={data.pagination.totalRecords}
          pageSize={PAGE_SIZE}
          onPage={turnTo}
        />
      )}
    </div>
  );
}
