import type { ShipmentStatsAnswer } from '@lading/contract/admin-shipments.ts';
import { TOP_CARRIERS_COUNT } from '@lading/contract/constants.ts';
import { counted, formatCount } from '@lading/contract/format-count.ts';
import { BarList } from '../../ui/charts/bar-list.tsx';
import { ChartPanel } from '../../ui/charts/chart-panel.tsx';
import { formatDollars } from '../../ui/charts/format-figures.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { carrierLink } from './analytics-links.ts';
import { COPY } from './copy.ts';
import type { PanelState } from './panel-state.ts';

type CarrierCount = ShipmentStatsAnswer['byCarrier'][number];

const COLUMNS: readonly DataColumn<CarrierCount>[] = [
  { key: 'carrier', header: 'Carrier', primary: true, cell: ({ carrier }) => carrier.toUpperCase() },
  { key: 'count', header: 'Shipments', align: 'right', cell: ({ count }) => formatCount(count) },
  { key: 'revenue', header: 'Revenue', align: 'right', cell: ({ revenue }) => formatDollars(revenue) },
];

export function CarrierPanel({ stats, range, ...panel }: PanelState<ShipmentStatsAnswer>) {
  const carriers = (stats?.byCarrier ?? [])
    .toSorted((one, other) => other.count - one.count)
    .slice(0, TOP_CARRIERS_COUNT);
  const [most] = carriers;
  return (
    <ChartPanel
      {...panel}
      title="Top carriers"
      chart={
        stats
          ? {
              reading: most ? COPY.topCarrier(most.carrier.toUpperCase(), most.count) : COPY.emptyRange,
              plot: (
                <BarList
                  items={carriers.map(({ carrier, count, revenue }) => ({
                    key: carrier,
                    name: carrier.toUpperCase(),
                    value: count,
                    facts: [counted(count, 'shipment'), formatDollars(revenue)],
                    to: carrierLink(range, carrier),
                  }))}
                />
              ),
              table: { columns: COLUMNS, rows: carriers, rowKey: ({ carrier }) => carrier },
            }
          : null
      }
      empty={carriers.length === 0 ? COPY.emptyRange : null}
      skeleton="h-60"
    />
  );
}
