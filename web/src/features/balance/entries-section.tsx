import { PAGE_SIZE } from '@lading/contract/constants.ts';
import { useState } from 'react';
import { BalanceEntries, ENTRY_HEADERS } from '../../ui/balance-entries.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadedList } from '../../ui/loaded-list.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { useEntries } from './balance-calls.ts';
import { COPY } from './copy.ts';

export function EntriesSection() {
  const [page, setPage] = useState(1);
  const entries = useEntries(page);
  const pagination = entries.data?.pagination;
  return (
    <section aria-labelledby="balance-activity" className="border-t border-line py-8">
      <h2 id="balance-activity" className="mb-4 text-h3">
        {COPY.entries.title}
      </h2>
      <div className="grid gap-4">
        <LoadedList
          query={entries}
          caption={COPY.entries.title}
          headers={ENTRY_HEADERS}
          loadFailed={COPY.loadFailed}
        >
          {(busy) => (
            <BalanceEntries
              entries={entries.data?.entries ?? []}
              busy={busy}
              empty={<EmptyState title={COPY.entries.empty}>{COPY.entries.emptyHint}</EmptyState>}
            />
          )}
        </LoadedList>
        {pagination && pagination.totalPages > 1 && (
          <Pagination
            page={page}
            totalPages={pagination.totalPages}
            totalRecords={pagination.totalRecords}
            pageSize={PAGE_SIZE}
            onPage={setPage}
          />
        )}
      </div>
    </section>
  );
}
