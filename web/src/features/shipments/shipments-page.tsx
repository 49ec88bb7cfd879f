import type { AdminShipment, ShipmentSort } from '@lading/contract/admin-shipments.ts';
import { PAGE_SIZE } from '@lading/contract/constants.ts';
import { LABELS, SHIPMENTS } from '@lading/contract/messages.ts';
import { API } from '@lading/contract/routes.ts';
import { lazy, Suspense, useCallback, useState } from 'react';
import { usePageKeys } from '../../lib/use-page-keys.ts';
import { useUrlParameters } from '../../lib/use-url-parameters.ts';
import type { TableSort } from '../../ui/data-table.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { LoadedList } from '../../ui/loaded-list.tsx';
import { NothingFound } from '../../ui/nothing-found.tsx';
import { ZonedTitle } from '../../ui/operator-moment.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { ShipmentCards } from './shipment-cards.tsx';
import { ShipmentChips } from './shipment-chips.tsx';
import { ShipmentFilterBar } from './shipment-filter-bar.tsx';
import { ShipmentTable } from './shipment-table.tsx';
import { filtersOf, NO_FILTERS, readView, type ShipmentsView, writeView } from './shipment-view.ts';
import { useShipments } from './use-shipments.ts';

const HEADERS = Object.values(SHIPMENTS.columns);
const NO_ROWS: readonly AdminShipment[] = [];

/** Loaded on demand, so that the list does not wait for it. */
const DetailsDrawer = lazy(async () => ({ default: (await import('./details-drawer.tsx')).DetailsDrawer }));

function useShipmentsView() {
  const [search, setSearch] = useUrlParameters();
  // The page number stays when a filter changes, as specified.
  const change = useCallback(
    (part: Partial<ShipmentsView>, replace = false) =>
      setSearch((current) => writeView({ ...readView(current), ...part }), { replace }),
    [setSearch],
  );
  return { view: readView(search), change };
}

const sortOf = (
  { sortBy, sortOrder }: ShipmentsView,
  change: (part: Partial<ShipmentsView>) => void,
): TableSort => ({
  sortBy,
  sortOrder,
  onSort: (by, order) => change({ sortBy: by as ShipmentSort, sortOrder: order, page: 1 }),
});

export function ShipmentsPage() {
  const { view, change } = useShipmentsView();
  const shipments = useShipments(view);
  const rows = shipments.data?.shipments ?? NO_ROWS;
  const pagination = shipments.data?.pagination;
  const empty = shipments.data !== undefined && rows.length === 0;
  const [drawerWanted, setDrawerWanted] = useState(false);
  const [refunding, setRefunding] = useState<AdminShipment | null>(null);
  if (view.shipment !== '' && !drawerWanted) setDrawerWanted(true);

  const clear = () => change({ ...NO_FILTERS, page: 1 });
  const turnTo = (page: number) => {
    change({ page });
    window.scrollTo({ top: 0 });
  };
  const open = useCallback((row: AdminShipment) => change({ shipment: row.shipmentId }), [change]);

  usePageKeys(view.page, pagination?.totalPages ?? 1, turnTo);

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <ZonedTitle>{LABELS.shipmentOverview}</ZonedTitle>
        <ExportButton
          label={SHIPMENTS.export}
          path={API.adminShipmentsDownload}
          query={{ ...filtersOf(view) }}
          exported={SHIPMENTS.exported}
          failed={SHIPMENTS.exportFailed}
        />
      </div>
      <div className="mt-6 grid gap-4">
        <ShipmentCards data={shipments.data ?? null} />
        <ShipmentFilterBar view={view} onChange={change} onClear={empty ? null : clear} />
        <ShipmentChips view={view} rows={rows} onChange={change} />
        <LoadedList
          query={shipments}
          caption={LABELS.shipmentOverview}
          headers={HEADERS}
          loadFailed={SHIPMENTS.loadFailed}
        >
          {(busy) => (
            <ShipmentTable
              rows={rows}
              busy={busy}
              onOpen={open}
              onRefund={setRefunding}
              sort={sortOf(view, change)}
              empty={
                <NothingFound
                  title={SHIPMENTS.empty}
                  page={view.page}
                  onClear={clear}
                  onFirstPage={() => turnTo(1)}
                />
              }
            />
          )}
        </LoadedList>
        {pagination && !empty && (
          <Pagination
            page={view.page}
            totalPages={pagination.totalPages}
            totalRecords={pagination.totalRecords}
            pageSize={PAGE_SIZE}
            isMore={pagination.isMore}
            onPage={turnTo}
          />
        )}
      </div>
      {drawerWanted && (
        <Suspense>
          <DetailsDrawer id={view.shipment} onClose={() => change({ shipment: '' }, true)} />
        </Suspense>
      )}
      {refunding && <OpenRefund opened={refunding} rows={rows} onClose={() => setRefunding(null)} />}
    </>
  );
}

interface OpenRefundProps {
  opened: AdminShipment;
  rows: readonly AdminShipment[];
  onClose: () => void;
}

/** With the reloaded row, or the opened one if it has left the list. */
function OpenRefund({ opened, rows, onClose }: OpenRefundProps) {
  const shipment = rows.find(({ shipmentId }) => shipmentId === opened.shipmentId) ?? opened;
  const voidable = shipment.status === 'pending' && shipment.refundable > 0;
  return <RefundDialog shipment={shipment} voidable={voidable} onClose={onClose} />;
}
