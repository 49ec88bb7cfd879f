import type { ClientOverview } from '@lading/contract/client-overview.ts';
import { counted } from '@lading/contract/format-count.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { Change } from '../../ui/charts/change.tsx';
import { formatDollars } from '../../ui/charts/format-figures.ts';
import { MetricCard } from '../../ui/charts/metric-card.tsx';
import { COPY } from './copy.ts';

type Figures = ClientOverview['recent'];

interface ClientFiguresProps {
  clientId: string;
  overview: ClientOverview | undefined;
  waiting: boolean;
}

export function ClientFigures({ clientId, overview, waiting }: ClientFiguresProps) {
  const refunds = `${PAGES.adminRefunds}?${new URLSearchParams({ clientId })}`;
  return (
    <>
      <Group title={COPY.recentTitle} figures={overview?.recent} refunds={refunds} waiting={waiting}>
        {overview && (
          <span>
            {overview.change === null ? (
              COPY.nothingBefore
            ) : (
              <>
                <Change percent={overview.change} /> {COPY.comparedTo}
              </>
            )}
          </span>
        )}
      </Group>
      <Group title={COPY.allTimeTitle} figures={overview?.allTime} refunds={refunds} waiting={waiting} />
    </>
  );
}

interface GroupProps {
  title: string;
  figures: Figures | undefined;
  refunds: string;
  waiting: boolean;
  children?: React.ReactNode;
}

function Group({ title, figures, refunds, waiting, children }: GroupProps) {
  const money = (amount: (figures: Figures) => number) => (figures ? formatDollars(amount(figures)) : null);
  return (
    <section aria-label={title}>
      <h2 className="text-h3 mb-3">{title}</h2>
      <dl className="grid gap-4 sm:grid-cols-2 xl:grid-cols-5">
        <MetricCard title="Revenue" figure={money(({ gross }) => gross)} waiting={waiting}>
          {children}
        </MetricCard>
        <MetricCard title="Commission" figure={money(({ commission }) => commission)} waiting={waiting} />
        <MetricCard
          title="Refunded"
          figure={money(({ refunded }) => refunded)}
          waiting={waiting}
          to={refunds}
        />
        <MetricCard title="Net revenue" figure={money(({ netRevenue }) => netRevenue)} waiting={waiting} />
        <MetricCard
          title="Net commission"
          figure={money(({ netCommission }) => netCommission)}
          waiting={waiting}
        >
          {figures && counted(figures.shipments, 'shipment')}
        </MetricCard>
      </dl>
    </section>
  );
}
