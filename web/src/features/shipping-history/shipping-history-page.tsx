import { PAGE_SIZE } from '@lading/contract/constants.ts';
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
import { HistoryFilterBar } from './history-filter-bar.tsx';
import { type HistoryView, hasFilters, NO_FILTERS, readView, writeView } from './history-filters.ts';
import { HistoryTable } from './history-table.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useHistory } from './use-history.ts';
import { useLabelDownload } from './use-label-download.ts';
import { useRowCursor } from './use-row-cursor.ts';

const HEADERS = Object.values(HISTORY.columns);
const NO_ROWS: readonly HistoryItem[] = [];

/** The list does not wait for what opens above it. */
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
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const selected = rows.filter((row) => chosen.has(row.shipment_id));
  const { downloadOne, downloadMany } = useLabelDownload();
  const [drawerWanted, setDrawerWanted] = useState(false);
  if (view.shipment !== '' && !drawerWanted) setDrawerWanted(true);

  // The page stays when a filter changes, as in every list: the specification wants it so.
  const change = useCallback(
    (part: Partial<HistoryView>, replace = false) => {
      setSearch((current) => writeView({ ...readView(current), ...part }), { replace });
      // Only what is on screen is ever selected.
      if (!('shipment' in part)) setChosen(new Set());
    },
    [setSearch],
  );
  const clear = () => change({ ...NO_FILTERS, page: 1 });
  const turnTo = (page: number) => {
    change({ page });
    window.scrollTo({ top: 0 });
  };
  const select = (ids: readonly string[], on: boolean) =>
    setChosen((before) => {
      const after = new Set(before);
      for (const id of ids) on ? after.add(id) : after.delete(id);
      return after;
    });
  const download = (row: HistoryItem) => void downloadOne(row);

  useRowCursor(rows, download);
  usePageKeys(view.page, pagination?.totalPages ?? 1, turnTo);

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
              rows={rows}
              busy={busy}
              view={view}
              onSort={(sort) => change({ ...sort, page: 1 })}
              selected={chosen}
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
          count={selected.length}
          onDownload={() => downloadMany(selected)}
          onClear={() => setChosen(new Set())}
        />
      </div>
      {drawerWanted && (
        <Suspense>
          <ShipmentDrawer id={view.shipment} onClose={() => change({ shipment: '' }, true)} />
        </Suspense>
      )}
    </>
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
        Every label you buy is kept here, to track and to print again.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={hasFilters(view) ? 'No shipments match' : 'There is nothing on this page'}
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
