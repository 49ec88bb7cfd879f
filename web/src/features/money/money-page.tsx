import { MONEY_GROUPS } from '@lading/contract/admin-money.ts';
import { API } from '@lading/contract/routes.ts';
import { useCallback } from 'react';
import { reasonOf } from '../../lib/api-error.ts';
import { formatFullDay } from '../../lib/format-day.ts';
import { useUrlParameters } from '../../lib/use-url-parameters.ts';
import { formatRange } from '../../ui/charts/format-figures.ts';
import { useProgress } from '../../ui/charts/use-progress.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { ZoneNote } from '../../ui/operator-moment.tsx';
import { PeriodBar } from '../../ui/period-bar.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { StaleBar } from '../../ui/stale-bar.tsx';
import { COPY } from './copy.ts';
import { MoneyCards } from './money-cards.tsx';
import { MoneyChart } from './money-chart.tsx';
import { MoneyRows } from './money-rows.tsx';
import { MoneyTable } from './money-table.tsx';
import { figuresQuery, type MoneyView, readView, writeView } from './money-view.ts';
import { useMoney } from './use-money.ts';

const GROUP_OPTIONS = MONEY_GROUPS.map((value) => ({ value, label: COPY.groups[value] }));

export function MoneyPage() {
  const [search, setSearch] = useUrlParameters();
  const view = readView(search);
  const change = useCallback(
    (part: Partial<MoneyView>) => setSearch((current) => writeView({ ...readView(current), ...part })),
    [setSearch],
  );
  const { rows } = view;
  const turnTo = (page: number) => {
    if (rows) change({ rows: { ...rows, page } });
    window.scrollTo({ top: 0 });
  };
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div>
          <h1 className="text-h1">{COPY.title}</h1>
          <p className="mt-1 max-w-prose text-text-2">
            {COPY.intro} <ZoneNote />
          </p>
        </div>
        {/* Choosing another period also clears the day filter of the rows. */}
        <PeriodBar
          period={view.period}
          onPeriod={(period) => change({ period, rows: rows && { ...rows, day: '', page: 1 } })}
        >
          {!rows && (
            <ExportButton
              label={COPY.export}
              path={API.adminMoneyDownload}
              query={figuresQuery(view)}
              exported={COPY.exported}
              failed={COPY.exportFailed}
            />
          )}
        </PeriodBar>
      </div>
      {rows ? (
        <MoneyRows view={view} rows={rows} onPage={turnTo} />
      ) : (
        <Figures view={view} onBy={(by) => change({ by })} />
      )}
    </>
  );
}

function Figures({ view, onBy }: { view: MoneyView; onBy: (by: MoneyView['by']) => void }) {
  const query = useMoney(figuresQuery(view));
  const progress = useProgress(query);
  const money = query.data;
  // While another grouping loads, the rows are still those of the last one.
  const shown = money ? { ...view, by: money.by } : view;
  const retry = () => void query.refetch();
  if (query.isError && !money)
    return (
      <div className="mt-6">
        <ErrorPanel message={COPY.loadFailed} reason={reasonOf(query.error)} onRetry={retry} />
      </div>
    );
  return (
    <div className="mt-6 grid gap-4 lg:gap-6">
      {query.isError && <StaleBar since={query.dataUpdatedAt} onRetry={retry} />}
      {money && !money.isComplete && <Incomplete until={money.completeUntil} />}
      <MoneyCards view={view} money={money} {...progress} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="num min-h-6 text-text-2 md:min-h-5">{money && formatRange(money.metadata)}</p>
        <Segmented
          legend={COPY.groupBy}
          value={view.by}
          options={GROUP_OPTIONS}
          onChange={onBy}
          className="w-full sm:w-auto"
        />
      </div>
      <MoneyChart view={shown} money={money} {...progress} />
      {money && <MoneyTable view={shown} money={money} busy={progress.busy} />}
    </div>
  );
}

const Incomplete = ({ until }: { until: string | null }) => (
  <InlineAlert tone="info">
    {until === null ? COPY.notComplete : COPY.completeUntil(formatFullDay(until))}
  </InlineAlert>
);
