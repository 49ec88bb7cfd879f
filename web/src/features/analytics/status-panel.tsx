import type { AdminShipmentStatus, ShipmentStatsAnswer } from '@lading/contract/admin-shipments.ts';
import type { DateRange } from '@lading/contract/date-range.ts';
import { formatCount } from '@lading/contract/format-count.ts';
import { SHIPMENTS } from '@lading/contract/messages.ts';
import { shares } from '@lading/contract/shares.ts';
import { Link } from 'react-router';
import { ChartPanel } from '../../ui/charts/chart-panel.tsx';
import { formatPercent } from '../../ui/charts/format-figures.ts';
import { SegmentSample, StackBar } from '../../ui/charts/stack-bar.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { shipmentsLink } from './analytics-links.ts';
import { COPY } from './copy.ts';
import type { PanelState } from './panel-state.ts';

interface StatusCount {
  status: AdminShipmentStatus;
  count: number;
  share: number;
}

/** Ordered from delivered to pending. */
const ORDER = ['delivered', 'shipped', 'pending', 'failed'] as const satisfies readonly AdminShipmentStatus[];

const COLUMNS: readonly DataColumn<StatusCount>[] = [
  { key: 'status', header: 'Status', primary: true, cell: ({ status }) => SHIPMENTS.statuses[status] },
  { key: 'count', header: 'Shipments', align: 'right', cell: ({ count }) => formatCount(count) },
  { key: 'share', header: 'Share', align: 'right', cell: ({ share }) => formatPercent(share) },
];

export function StatusPanel({ stats, range, ...panel }: PanelState<ShipmentStatsAnswer>) {
  const total = stats?.overview.total_shipments ?? 0;
  const counts = ORDER.map((status) => stats?.overview[`${status}_shipments`] ?? 0);
  const percentages = shares(counts);
  const rows = ORDER.map((status, at) => ({
    status,
    count: counts[at] ?? 0,
    share: percentages[at] ?? 0,
  }));
  const percents = rows.map(
    ({ status, share }) => `${formatPercent(share)} ${SHIPMENTS.statuses[status].toLowerCase()}`,
  );
  return (
    <ChartPanel
      {...panel}
      title="Status breakdown"
      chart={
        stats
          ? {
              reading: COPY.statusShares(total, percents),
              plot: (
                <>
                  <StackBar segments={rows.map(({ status, share }) => ({ look: status, share }))} />
                  <StatusRows rows={rows} range={range} />
                  {stats.overview.voided_shipments > 0 && (
                    <p className="num mt-2 text-small text-text-2">
                      {COPY.voidedPart(stats.overview.voided_shipments)}
                    </p>
                  )}
                </>
              ),
              table: { columns: COLUMNS, rows, rowKey: ({ status }) => status },
            }
          : null
      }
      empty={total === 0 ? COPY.emptyRange : null}
      skeleton="h-60"
    />
  );
}

function StatusRows({ rows, range }: { rows: readonly StatusCount[]; range: DateRange }) {
  return (
    <ul className="mt-3">
      {rows.map(({ status, count, share }) => (
        <li
          key={status}
          className="flex min-h-11 items-center gap-3 border-t border-line first:border-t-0 md:min-h-9 md:py-1"
        >
          <SegmentSample look={status} />
          <Link
            to={shipmentsLink(range, { status })}
            className="link inline-flex min-h-11 flex-1 items-center md:min-h-6"
          >
            {SHIPMENTS.statuses[status]}
          </Link>
          <span className="num font-semibold">{formatCount(count)}</span>
          <span className="num w-14 text-right text-text-2">{formatPercent(share)}</span>
        </li>
      ))}
    </ul>
  );
}
