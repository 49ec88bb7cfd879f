import { DASHBOARD, LABELS } from '@lading/contract/messages.ts';
import { reasonOf } from '../../lib/api-error.ts';
import { useUrlParameters } from '../../lib/use-url-parameters.ts';
import { formatRange } from '../../ui/charts/format-figures.ts';
import { useProgress } from '../../ui/charts/use-progress.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { ZoneNote } from '../../ui/operator-moment.tsx';
import { PeriodBar } from '../../ui/period-bar.tsx';
import { StaleBar } from '../../ui/stale-bar.tsx';
import { AttentionPanel } from './attention-panel.tsx';
import { CarrierPanel } from './carrier-panel.tsx';
import { COPY } from './copy.ts';
import { DashboardActions } from './dashboard-actions.tsx';
import { type DashboardView, queryOf, readView, writeView } from './dashboard-view.ts';
import { FailuresPanel } from './failures-panel.tsx';
import { NetCards } from './net-cards.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { SummaryCards } from './summary-cards.tsx';
import { TopClients } from './top-clients.tsx';
import { TrendPanel } from './trend-panel.tsx';
import { UnspentPanel } from './unspent-panel.tsx';
import { useFigures, useRevenue } from './use-dashboard.ts';

export function AdminDashboardPage() {
  const [search, setSearch] = useUrlParameters();
  const view = readView(search);
  const figures = useFigures(queryOf(view));
  const revenue = useRevenue(queryOf(view));
  const state = { figures: figures.data, ...useProgress(figures) };
  const daily = useProgress(revenue);
  const failed = figures.isError && !figures.data;
  const change = (part: Partial<DashboardView>) =>
    setSearch((current) => writeView({ ...readView(current), ...part }));
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div>
          <h1 className="text-h1">{LABELS.adminDashboard}</h1>
          <p className="num mt-1 min-h-6 text-text-2 md:min-h-5">
            {figures.data && (
              <>
                <span>{formatRange(figures.data.metadata)}</span> · <ZoneNote />
              </>
            )}
          </p>
        </div>
        <PeriodBar period={view.period} onPeriod={(period) => change({ period })}>
          <DashboardActions view={view} />
        </PeriodBar>
      </div>
      <AttentionPanel />
      <div className="mt-6 grid gap-4 lg:gap-6">
        {failed ? (
          <ErrorPanel
            message={DASHBOARD.loadFailed}
            reason={reasonOf(figures.error)}
            onRetry={() => void figures.refetch()}
          />
        ) : (
          <>
            {figures.isError && (
              <StaleBar since={figures.dataUpdatedAt} onRetry={() => void figures.refetch()} />
            )}
            <SummaryCards {...state} revenue={revenue.data} />
            <NetCards {...state} />
            {revenue.isError && !revenue.data && (
              <ErrorPanel
                message={COPY.dailyFailed}
                reason={reasonOf(revenue.error)}
                onRetry={() => void revenue.refetch()}
              />
            )}
            <div className="grid gap-4 lg:grid-cols-12 lg:gap-6">
              <TrendPanel
                {...state}
                {...(view.by === 'day' && daily)}
                revenue={revenue.data}
                by={view.by}
                onBy={(by) => change({ by })}
                className="lg:col-span-8"
              />
              <CarrierPanel {...state} className="lg:col-span-4" />
            </div>
          </>
        )}
        <div className="grid gap-4 lg:grid-cols-2 lg:gap-6">
          {!failed && <TopClients {...state} />}
          {!failed && <FailuresPanel {...state} />}
          <RecentActivity />
          <UnspentPanel />
        </div>
      </div>
    </>
  );
}
