import type { ShipmentStatsAnswer } from '@lading/contract/admin-shipments.ts';
import { formatCount } from '@lading/contract/format-count.ts';
import { formatPercent, shareOf } from '../../ui/charts/format-figures.ts';
import { Panel } from '../../ui/charts/panel.tsx';
import { shipmentsLink } from './analytics-links.ts';
import { FigureRows } from './figure-rows.tsx';
import type { PanelState } from './panel-state.ts';

export function PerformancePanel({ stats, range, busy, waiting }: PanelState<ShipmentStatsAnswer>) {
  const rate = (count: (overview: ShipmentStatsAnswer['overview']) => number) =>
    stats ? formatPercent(shareOf(count(stats.overview), stats.overview.total_shipments)) : null;
  return (
    <Panel title="Performance metrics" busy={busy}>
      <FigureRows
        waiting={waiting}
        rows={[
          {
            name: 'Delivery rate',
            figure: rate((overview) => overview.delivered_shipments),
            to: shipmentsLink(range, { status: 'delivered' }),
          },
          { name: 'Number of carriers', figure: stats ? formatCount(stats.byCarrier.length) : null },
          { name: 'Number of top clients', figure: stats ? formatCount(stats.topClients.length) : null },
          {
            name: 'Failure rate',
            figure: rate((overview) => overview.failed_shipments - overview.voided_shipments),
            to: shipmentsLink(range, { status: 'failed', label: 'not_voided' }),
          },
        ]}
      />
    </Panel>
  );
}
