import type { ShipmentStatsAnswer } from '@lading/contract/admin-shipments.ts';
import { formatCount } from '@lading/contract/format-count.ts';
import { ANALYTICS, SHIPMENTS } from '@lading/contract/messages.ts';
import { formatDollars, formatPercent, shareOf } from '../../ui/charts/format-figures.ts';
import { MetricCard } from '../../ui/charts/metric-card.tsx';
import { cx } from '../../ui/cx.ts';
import { shipmentsLink } from './analytics-links.ts';
import { COPY } from './copy.ts';
import type { PanelState } from './panel-state.ts';

export function AnalyticsCards({ stats, range, busy, waiting }: PanelState<ShipmentStatsAnswer>) {
  const known = stats?.overview;
  return (
    <dl
      aria-busy={busy || undefined}
      className={cx('grid gap-4 sm:grid-cols-2 xl:grid-cols-4', busy && 'opacity-80')}
    >
      <MetricCard
        title={ANALYTICS.totalRevenue}
        figure={known ? formatDollars(known.total_revenue) : null}
        waiting={waiting}
      >
        {known ? (
          <>
            <span>{COPY.commissionShare(formatDollars(known.commission))}</span>
            <span>{COPY.net(formatDollars(known.net_revenue), formatDollars(known.refunded))}</span>
            <span>{COPY.netCommission(formatDollars(known.net_commission))}</span>
            {known.net_margin !== null && <span>{COPY.netMargin(formatDollars(known.net_margin))}</span>}
          </>
        ) : (
          ' '
        )}
      </MetricCard>
      <MetricCard
        title={ANALYTICS.successRate}
        figure={known ? formatPercent(shareOf(known.delivered_shipments, known.total_shipments)) : null}
        waiting={waiting}
        to={shipmentsLink(range, { status: 'delivered' })}
      >
        {known ? `${formatCount(known.delivered_shipments)} delivered` : ' '}
      </MetricCard>
      <MetricCard
        title={ANALYTICS.averageOrderValue}
        figure={known ? formatDollars(known.average_cost) : null}
        waiting={waiting}
      >
        {known ? COPY.perLabel(known.labels) : ' '}
      </MetricCard>
      <MetricCard
        title={SHIPMENTS.cards.total}
        figure={known ? formatCount(known.total_shipments) : null}
        waiting={waiting}
        to={shipmentsLink(range)}
      >
        {known ? COPY.failed(known.failed_shipments - known.voided_shipments, known.voided_shipments) : ' '}
      </MetricCard>
    </dl>
  );
}
