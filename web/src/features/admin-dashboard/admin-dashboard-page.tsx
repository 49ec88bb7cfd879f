import { DASHBOARD_PERIODS } from '@lading/contract/date-range.ts';
import { DASHBOARD, LABELS } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { Link } from 'react-router';
import { reasonOf } from '../../lib/api-error.ts';
import { useUrlParameters } from '../../lib/use-url-parameters.ts';
import { formatRange } from '../../ui/charts/format-figures.ts';
import { useProgress } from '../../ui/charts/use-progress.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { StaleBar } from '../../ui/stale-bar.tsx';
import { CarrierPanel } from './carrier-panel.tsx';
import { COPY } from './copy.ts';
import { type DashboardView, readView, writeView } from './dashboard-view.ts';
import { OpenIncidents } from './open-incidents.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { SummaryCards } from './summary-cards.tsx';
import { TopClients } from './top-clients.tsx';
import { TrendPanel } from './trend-panel.tsx';
import { useFigures, useRevenue } from './use-dashboard.ts';

const PERIOD_OPTIONS = DASHBOARD_PERIODS.map((value) => ({ value, label: value }));

export function AdminDashboardPage() {
  const [search, setSearch] = useUrlParameters();
  const view = readView(search);
  const figures = useFigures(view.period);
  const revenue = useRevenue(view.period);
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
            {figures.data && formatRange(figures.data.metadata)}
          </p>
        </div>
        <DashboardActions period={view.period} onPeriod={(period) => change({ period })} />
      </div>
      <OpenIncidents />
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
          <RecentActivity />
        </div>
      </div>
    </>
  );
}

interface DashboardActionsProps {
  period: DashboardView['period'];
  onPeriod: (period: DashboardView['period']) => void;
}

function DashboardActions({ period, onPeriod }: DashboardActionsProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Segmented
        legend="Period"
        value={period}
        options={PERIOD_OPTIONS}
        onChange={onPeriod}
        className="w-full sm:w-auto"
      />
      <ExportButton
        label="Export"
        path={API.adminDashboardExport}
        query={{ period }}
        exported={DASHBOARD.exported}
        failed={DASHBOARD.exportFailed}
      />
      <Link to={PAGES.adminAnalytics} className="link inline-flex min-h-11 items-center md:min-h-6">
        View analytics
      </Link>
    </div>
  );
}
