import type { DashboardData, RevenueAnswer } from '@lading/contract/dashboard.ts';
import { daysIn } from '@lading/contract/date-range.ts';
import { formatCount } from '@lading/contract/format-count.ts';
import { Change } from '../../ui/charts/change.tsx';
import { formatDollars, formatPercent, formatRate, shareOf } from '../../ui/charts/format-figures.ts';
import { MetricCard } from '../../ui/charts/metric-card.tsx';
import { Sparkline } from '../../ui/charts/sparkline.tsx';
import { cx } from '../../ui/cx.ts';
import { COPY } from './copy.ts';

type Summary = DashboardData['summary'];
type Revenue = RevenueAnswer['data'];

interface Card {
  title: string;
  figure: (summary: Summary) => string;
  change: keyof Summary['change'];
  note: (summary: Summary, days: number, revenue: Revenue | undefined) => string | undefined;
  /** Daily values for the sparkline, if known. */
  daily?: (day: Revenue['days'][number]) => number;
}

const CARDS: readonly Card[] = [
  {
    title: 'Total revenue',
    figure: ({ totalRevenue }) => formatDollars(totalRevenue.gross),
    change: 'gross',
    note: (_summary, _days, revenue) => revenue && COPY.refunded(formatDollars(revenue.totals.refunded)),
    daily: (day) => day.gross,
  },
  {
    title: 'Commission',
    figure: ({ totalRevenue }) => formatDollars(totalRevenue.commission),
    change: 'commission',
    note: ({ totalRevenue: { gross, commission } }) =>
      COPY.shareOfRevenue(formatPercent(shareOf(commission, gross))),
    daily: (day) => day.commission,
  },
  {
    title: 'Total shipments',
    figure: ({ totalShipments }) => formatCount(totalShipments),
    change: 'shipments',
    note: ({ totalShipments }, days) => COPY.perDay(formatRate(totalShipments / days)),
    daily: (day) => day.shipments,
  },
  {
    title: 'Active clients',
    figure: ({ activeClients }) => formatCount(activeClients),
    change: 'activeClients',
    note: ({ totalShipments, activeClients }) =>
      COPY.perClient(formatRate(activeClients === 0 ? 0 : totalShipments / activeClients)),
  },
];

interface SummaryCardsProps {
  figures: DashboardData | undefined;
  revenue: Revenue | undefined;
  busy: boolean;
  waiting: boolean;
}

export function SummaryCards({ figures, revenue, busy, waiting }: SummaryCardsProps) {
  const summary = figures?.summary;
  const days = figures ? daysIn(figures.metadata) : 0;
  return (
    <dl
      aria-busy={busy || undefined}
      className={cx('grid gap-4 sm:grid-cols-2 xl:grid-cols-4', busy && 'opacity-80')}
    >
      {CARDS.map(({ title, figure, change, note, daily }) => (
        <MetricCard key={title} title={title} figure={summary ? figure(summary) : null} waiting={waiting}>
          <span className="min-h-4.5">
            {summary && <Comparison percent={summary.change[change]} days={days} />}
          </span>
          <span className="num min-h-4.5">{summary && note(summary, days, revenue)}</span>
          {daily && days !== 1 && <Sparkline values={revenue?.days.map(daily) ?? []} />}
        </MetricCard>
      ))}
    </dl>
  );
}

function Comparison({ percent, days }: { percent: number | null; days: number }) {
  if (percent === null) return COPY.nothingBefore(days);
  return (
    <>
      <Change percent={percent} /> {COPY.comparedTo(days)}
    </>
  );
}
