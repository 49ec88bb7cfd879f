import type { AdminClient, ClientSort } from '@lading/contract/admin-clients.ts';
import { CLIENTS, LABELS } from '@lading/contract/messages.ts';
import { lazy, Suspense, useCallback, useState } from 'react';
import { usePageKeys } from '../../lib/use-page-keys.ts';
import { useUrlParameters } from '../../lib/use-url-parameters.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadedList } from '../../ui/loaded-list.tsx';
import { ZonedTitle } from '../../ui/operator-moment.tsx';
import type { Layer, LayerKind } from './client-layers.tsx';
import { ClientsFilterBar } from './clients-filter-bar.tsx';
import { ClientsFooter } from './clients-footer.tsx';
import { ClientsTable } from './clients-table.tsx';
import { type ClientsView, hasFilters, readView, writeView } from './clients-view.ts';
import { COPY } from './copy.ts';
import { useClientCursor } from './use-client-cursor.ts';
import { useClientCalls, useClients } from './use-clients.ts';

const HEADERS = Object.values(CLIENTS.columns);
const NO_ROWS: readonly AdminClient[] = [];

/** Loaded on demand, so that the list does not wait for it. */
const ClientLayers = lazy(async () => ({ default: (await import('./client-layers.tsx')).ClientLayers }));

export function ClientsPage() {
  const [search, setSearch] = useUrlParameters();
  const view = readView(search);
  const clients = useClients(view);
  const calls = useClientCalls();
  const rows = clients.data?.users ?? NO_ROWS;
  const pagination = clients.data?.pagination;
  const [layer, setLayer] = useState<Layer | null>(null);

  const change = useCallback(
    (part: Partial<ClientsView>, replace = false) =>
      setSearch((current) => writeView({ ...readView(current), ...part }), { replace }),
    [setSearch],
  );
  const turnTo = (page: number) => {
    change({ page });
    window.scrollTo({ top: 0 });
  };
  const open = (kind: LayerKind, client: AdminClient) => setLayer({ kind, client });

  useClientCursor(rows, open);
  usePageKeys(view.page, pagination?.totalPages ?? 1, turnTo);

  return (
    <>
      <ZonedTitle>{LABELS.clientManagement}</ZonedTitle>
      <div className="mt-6 grid gap-4">
        <ClientsFilterBar view={view} onChange={change} />
        <LoadedList
          query={clients}
          caption={LABELS.clientManagement}
          headers={HEADERS}
          loadFailed={CLIENTS.loadFailed}
        >
          {(busy) => (
            <ClientsTable
              rows={rows}
              busy={busy}
              calls={calls}
              onOpen={open}
              sort={{
                sortBy: view.sortBy,
                sortOrder: view.sortOrder,
                onSort: (sortBy, sortOrder) => change({ sortBy: sortBy as ClientSort, sortOrder, page: 1 }),
              }}
              empty={
                <NoClients
                  view={view}
                  onClear={() => change({ page: 1, search: '', status: '' })}
                  onFirstPage={() => turnTo(1)}
                />
              }
            />
          )}
        </LoadedList>
        {clients.data && (
          <ClientsFooter
            shown={rows.length}
            total={clients.data.totalClients}
            pagination={clients.data.pagination}
            onPage={turnTo}
          />
        )}
      </div>
      {layer && (
        <Suspense>
          <ClientLayers layer={layer} calls={calls} onClose={() => setLayer(null)} />
        </Suspense>
      )}
    </>
  );
}

interface NoClientsProps {
  view: ClientsView;
  onClear: () => void;
  onFirstPage: () => void;
}

function NoClients({ view, onClear, onFirstPage }: NoClientsProps) {
  if (view.page > 1) {
    return <EmptyState title={COPY.emptyPage} action={<Button onClick={onFirstPage}>Go to page 1</Button>} />;
  }
  if (hasFilters(view)) {
    return (
      <EmptyState title={COPY.noMatch} action={<Button onClick={onClear}>Clear search and filter</Button>} />
    );
  }
  return <EmptyState title={COPY.none}>{COPY.noneText}</EmptyState>;
}
