import type { ClientOverview } from '@lading/contract/client-overview.ts';
import { formatCount } from '@lading/contract/format-count.ts';
import { formatDay, formatFullDay } from '../../lib/format-day.ts';
import { ChartPanel } from '../../ui/charts/chart-panel.tsx';
import { formatDollars } from '../../ui/charts/format-figures.ts';
import { Sparkline } from '../../ui/charts/sparkline.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { COPY } from './copy.ts';

type Week = ClientOverview['weeks'][number];

const COLUMNS: readonly DataColumn<Week>[] = [
  { key: 'week', header: 'Week of', primary: true, cell: ({ startDate }) => formatFullDay(startDate) },
  { key: 'shipments', header: 'Shipments', align: 'right', cell: ({ shipments }) => formatCount(shipments) },
  { key: 'gross', header: 'Revenue', align: 'right', cell: ({ gross }) => formatDollars(gross) },
];

export function ClientTrend({ weeks, waiting }: { weeks: readonly Week[] | undefined; waiting: boolean }) {
  const [first] = weeks ?? [];
  const last = weeks?.at(-1);
  return (
    <ChartPanel
      title={COPY.trend}
      waiting={waiting}
      skeleton="h-24"
      empty={weeks?.every(({ shipments }) => shipments === 0) ? COPY.noShipments : null}
      chart={
        weeks && first && last
          ? {
              reading: COPY.trendText(weeks.length),
              plot: (
                <>
                  <div className="[&_svg]:h-16!">
                    <Sparkline values={weeks.map(({ gross }) => gross)} />
                  </div>
                  <p className="num mt-1 flex justify-between text-small text-text-2">
                    <span>{formatDay(first.startDate)}</span>
                    <span>{formatDay(last.startDate)}</span>
                  </p>
                </>
              ),
              table: { columns: COLUMNS, rows: weeks.toReversed(), rowKey: ({ startDate }) => startDate },
            }
          : null
      }
    />
  );
}
