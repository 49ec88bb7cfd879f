import type { DashboardData } from '@lading/contract/dashboard.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { formatDollars } from '../../ui/charts/format-figures.ts';
import { MetricCard } from '../../ui/charts/metric-card.tsx';
import { cx } from '../../ui/cx.ts';
import { COPY } from './copy.ts';

interface NetCardsProps {
  figures: DashboardData | undefined;
  busy: boolean;
  waiting: boolean;
}

const marginOf = ({ netMargin }: DashboardData['summary']) =>
  netMargin === null ? COPY.net.marginPending : formatDollars(netMargin);

/** What is left after refunds. */
export function NetCards({ figures, busy, waiting }: NetCardsProps) {
  const net = figures?.summary.net;
  const refunds =
    figures &&
    `${PAGES.adminRefunds}?${new URLSearchParams({
      kind: 'by_admin',
      startDate: figures.metadata.startDate,
      endDate: figures.metadata.endDate,
    })}`;
  const money =
    figures &&
    `${PAGES.adminMoney}?${new URLSearchParams({ from: figures.metadata.startDate, to: figures.metadata.endDate })}`;
  return (
    <dl
      aria-busy={busy || undefined}
      className={cx('grid gap-4 sm:grid-cols-2 xl:grid-cols-5', busy && 'opacity-80')}
    >
      <MetricCard
        title={COPY.net.refunded}
        figure={net ? formatDollars(net.refunded) : null}
        waiting={waiting}
        to={refunds}
      >
        {COPY.net.refundedNote}
      </MetricCard>
      <MetricCard
        title={COPY.net.credits}
        figure={net ? formatDollars(net.carrierCredits) : null}
        waiting={waiting}
      >
        {COPY.net.creditsNote}
      </MetricCard>
      <MetricCard
        title={COPY.net.revenue}
        figure={net ? formatDollars(net.netRevenue) : null}
        waiting={waiting}
      >
        {COPY.net.revenueNote}
      </MetricCard>
      <MetricCard
        title={COPY.net.commission}
        figure={net ? formatDollars(net.netCommission) : null}
        waiting={waiting}
      >
        {COPY.net.commissionNote}
      </MetricCard>
      <MetricCard
        title={COPY.net.margin}
        figure={figures ? marginOf(figures.summary) : null}
        waiting={waiting}
        to={money}
      >
        {COPY.net.marginNote}
      </MetricCard>
    </dl>
  );
}
