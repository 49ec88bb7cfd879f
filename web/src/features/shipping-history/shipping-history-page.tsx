import { PAGE_SIZE } from '@lading/contract/constants.ts';
import { customsArea, isMilitary } from '@lading/contract/customs/needs-customs.ts';
import { AUDIT_LOGS, HISTORY, LABELS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import type { HistoryItem } from '@lading/contract/shipments.ts';
import { lazy, Suspense, useCallback, useState } from 'react';
import { Link } from 'react-router';
import { usePageKeys } from '../../lib/use-page-keys.ts';
import { useUrlParameters } from '../../lib/use-url-parameters.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadedList } from '../../ui/loaded-list.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { COPY } from './copy.ts';
import { HistoryFilterBar } from './history-filter-bar.tsx';
import { type HistoryView, hasFilters, NO_FILTERS, readView, writeView } from './history-filters.ts';
import { HistoryTable } from './history-table.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useHistory } from './use-history.ts';
import { useHistoryShortcuts } from './use-history-shortcuts.ts';
import { useLabelDownload } from './use-label-download.ts';
import { useSelection } from './use-selection.ts';

const HEADERS = Object.values(HISTORY.columns);
const NO_ROWS: readonly HistoryItem[] = [];

const passesCustoms = (place: HistoryItem['recipient']) =>
  place.country !== '' && (customsArea(place) !== 'US' || isMilitary(place));

/** Loaded on demand, so that the list does not wait for it. */
const ShipmentDrawer = lazy(async () => ({
  default: (await import('./shipment-drawer.tsx')).ShipmentDrawer,
}));

export function ShippingHistoryPage() {
  const [search, setSearch] = useUrlParameters();
  const view = readView(search);
  const history = useHistory(view);
  const rows = history.data?.shipments ?? NO_ROWS;
  const pagination = history.data?.pagination;
  const empty = history.data !== undefined && rows.length === 0;
  const { selected, select, clear: clearSelection } = useSelection();
  const { downloadOne, downloadMany } = useLabelDownload();

  // Changing a filter keeps the page, as the specification requires.
  const change = useCallback(
    (part: Partial<HistoryView>, replace = false) => {
      setSearch((current) => writeView({ ...readView(current), ...part }), { replace });
      // Only rows on screen can be selected.
      if (!('shipment' in part)) clearSelection();
    },
    [setSearch, clearSelection],
  );
  const clear = () => change({ ...NO_FILTERS, page: 1 });
  const turnTo = (page: number) => {
    change({ page });
    window.scrollTo({ top: 0 });
  };
  const download = (row: HistoryItem) => void downloadOne(row);

  useHistoryShortcuts(rows, download);
  usePageKeys(view.page, pagination?.totalPages ?? 1, turnTo);

  const selectedRows = rows.filter((row) => selected.has(row.shipment_id));
  return (
    <>
      <h1 className="text-h1">{LABELS.shippingHistory}</h1>
      <div className="mt-6 grid gap-4">
        <HistoryFilterBar view={view} onChange={change} onClear={empty ? null : clear} />
        <LoadedList
          query={history}
          caption={LABELS.shippingHistory}
          headers={HEADERS}
          loadFailed={HISTORY.loadFailed}
        >
          {(busy) => (
            <HistoryTable
              {...{ rows, busy, view, selected }}
              onSort={(sort) => change({ ...sort, page: 1 })}
              onSelect={select}
              actions={{ open: (row) => change({ shipment: row.shipment_id }), download }}
              empty={<NoShipments view={view} onClear={clear} onFirstPage={() => turnTo(1)} />}
            />
          )}
        </LoadedList>
        {pagination && !empty && (
          <Pagination
            page={view.page}
            totalPages={pagination.totalPages}
            totalRecords={pagination.totalRecords}
            pageSize={PAGE_SIZE}
            onPage={turnTo}
          />
        )}
        <SelectionBar
          count={selectedRows.length}
          mayHaveDocuments={selectedRows.some(({ recipient }) => passesCustoms(recipient))}
          onDownload={(content) => downloadMany(selectedRows, content)}
          onClear={clearSelection}
        />
      </div>
      <OpenDrawer id={view.shipment} onClose={() => change({ shipment: '' }, true)} />
    </>
  );
}

/** Mounted on first use, then kept for its closing animation. */
function OpenDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const [wanted, setWanted] = useState(false);
  if (id !== '' && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense>
      <ShipmentDrawer id={id} onClose={onClose} />
    </Suspense>
  );
}

interface NoShipmentsProps {
  view: HistoryView;
  onClear: () => void;
  onFirstPage: () => void;
}

function NoShipments({ view, onClear, onFirstPage }: NoShipmentsProps) {
  if (!hasFilters(view) && view.page === 1) {
    return (
      <EmptyState
        title={HISTORY.empty}
        action={
          <Link to={PAGES.createLabel} className={buttonClass()}>
            {LABELS.createShippingLabel}
          </Link>
        }
      >
        {COPY.firstShipment}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={hasFilters(view) ? COPY.noMatch : COPY.emptyPage}
      action={
        <>
          {hasFilters(view) && <Button onClick={onClear}>{AUDIT_LOGS.clearFilters}</Button>}
          {view.page > 1 && (
            <Button variant={hasFilters(view) ? 'secondary' : 'primary'} onClick={onFirstPage}>
              Go to page 1
            </Button>
          )}
        </>
      }
    />
  );
}
