import type { DashboardData } from '@lading/contract/dashboard.ts';
import { counted, formatCount } from '@lading/contract/format-count.ts';
import { BarList } from '../../ui/charts/bar-list.tsx';
import { ChartPanel } from '../../ui/charts/chart-panel.tsx';
import { formatDollars, formatPercent } from '../../ui/charts/format-figures.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { COPY } from './copy.ts';

type CarrierStats = DashboardData['carrierStats'][number];

const COLUMNS: readonly DataColumn<CarrierStats>[] = [
  { key: 'carrier', header: 'Carrier', primary: true, cell: ({ carrier }) => carrier },
  {
    key: 'shipments',
    header: 'Shipments',
    align: 'right',
    cell: ({ shipmentCount }) => formatCount(shipmentCount),
  },
  { key: 'share', header: 'Share', align: 'right', cell: ({ marketShare }) => formatPercent(marketShare) },
  {
    key: 'revenue',
    header: 'Revenue',
    align: 'right',
    cell: ({ totalRevenue }) => formatDollars(totalRevenue),
  },
];

interface CarrierPanelProps {
  figures: DashboardData | undefined;
  busy: boolean;
  waiting: boolean;
  className: string;
}

export function CarrierPanel({ figures, ...panel }: CarrierPanelProps) {
  const carriers = figures?.carrierStats ?? [];
  const [most] = carriers;
  return (
    <ChartPanel
      {...panel}
      title="Carriers"
      chart={
        figures
          ? {
              reading: most
                ? COPY.topCarrier(most.carrier, formatPercent(most.marketShare))
                : COPY.emptyPeriod,
              plot: <BarList items={carriers.map(barOf)} />,
              table: { columns: COLUMNS, rows: carriers, rowKey: ({ carrier }) => carrier },
            }
          : null
      }
      empty={carriers.length === 0 ? COPY.emptyPeriod : null}
      skeleton="h-48"
    />
  );
}

const barOf = ({ carrier, shipmentCount, marketShare, totalRevenue }: CarrierStats) => ({
  key: carrier,
  name: carrier,
  value: shipmentCount,
  facts: [counted(shipmentCount, 'shipment'), formatPercent(marketShare), formatDollars(totalRevenue)],
});
