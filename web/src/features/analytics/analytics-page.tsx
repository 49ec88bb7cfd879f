import { dateIn } from '@lading/contract/calendar-date.ts';
import { ANALYTICS, LABELS } from '@lading/contract/messages.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reasonOf } from '../../lib/api-error.ts';
import { useRuntimeConfig } from '../../lib/use-runtime-config.ts';
import { useUrlParameters } from '../../lib/use-url-parameters.ts';
import { useProgress } from '../../ui/charts/use-progress.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { StaleBar } from '../../ui/stale-bar.tsx';
import { ActivityPanel } from './activity-panel.tsx';
import { AnalyticsCards } from './analytics-cards.tsx';
import { rangeOf, readView, writeView } from './analytics-view.ts';
import { CarrierPanel } from './carrier-panel.tsx';
import { PerformancePanel } from './performance-panel.tsx';
import { RangeBar } from './range-bar.tsx';
import { StatusPanel } from './status-panel.tsx';
import { useAuditStats, useShipmentStats } from './use-analytics.ts';

export function AnalyticsPage() {
  const [search, setSearch] = useUrlParameters();
  const view = readView(search);
  const timeZone = useRuntimeConfig()?.timeZone;
  const today = dateIn(timeZone ?? 'UTC', new Date());
  const range = rangeOf(view, today);
  const known = timeZone === undefined ? null : range;
  const shipments = useShipmentStats(known);
  const audit = useAuditStats(known);
  const state = { stats: shipments.data, range, ...useProgress(shipments) };
  const activity = { stats: audit.data, range, ...useProgress(audit) };
  return (
    <>
      <h1 className="text-h1">{LABELS.analytics}</h1>
      <RangeBar view={view} range={known} today={today} onView={(next) => setSearch(() => writeView(next))} />
      <div className="mt-4 grid gap-4 lg:gap-6">
        <FiguresOrError result={shipments}>
          <AnalyticsCards {...state} />
          <div className="grid gap-4 lg:grid-cols-2 lg:gap-6">
            <StatusPanel {...state} />
            <CarrierPanel {...state} />
          </div>
        </FiguresOrError>
        <div className="grid gap-4 lg:grid-cols-2 lg:gap-6">
          {(shipments.data || !shipments.isError) && <PerformancePanel {...state} />}
          <FiguresOrError result={audit}>
            <ActivityPanel {...activity} />
          </FiguresOrError>
        </div>
      </div>
    </>
  );
}

/** Shows the figures, an error, or old figures with a notice. */
function FiguresOrError({ result, children }: { result: UseQueryResult; children: ReactNode }) {
  const retry = () => void result.refetch();
  if (result.isError && result.data === undefined)
    return <ErrorPanel message={ANALYTICS.loadFailed} reason={reasonOf(result.error)} onRetry={retry} />;
  return (
    <>
      {result.isError && <StaleBar since={result.dataUpdatedAt} onRetry={retry} />}
      {children}
    </>
  );
}
