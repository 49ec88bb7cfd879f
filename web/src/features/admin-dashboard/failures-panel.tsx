import type { DashboardData } from '@lading/contract/dashboard.ts';
import { counted } from '@lading/contract/format-count.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { Link } from 'react-router';
import { BarList } from '../../ui/charts/bar-list.tsx';
import { Panel, panelPadding } from '../../ui/charts/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { COPY } from './copy.ts';

type Failures = DashboardData['failures'];

interface FailuresPanelProps {
  figures: DashboardData | undefined;
  busy: boolean;
  waiting: boolean;
}

export function FailuresPanel({ figures, busy, waiting }: FailuresPanelProps) {
  const range = figures && {
    startDate: figures.metadata.startDate,
    endDate: figures.metadata.endDate,
  };
  return (
    <Panel
      title="Failures by reason"
      busy={busy}
      aside={
        range && (
          <Link
            to={`${PAGES.adminShipments}?${new URLSearchParams({ status: 'failed', label: 'not_voided', ...range })}`}
            className="link inline-flex min-h-11 items-center md:min-h-6"
          >
            View failed shipments
          </Link>
        )
      }
    >
      <div className={panelPadding}>
        {figures ? (
          <Reasons failures={figures.failures} />
        ) : (
          <div className="h-24">{waiting && <Skeleton className="size-full" />}</div>
        )}
      </div>
    </Panel>
  );
}

const bars = (reasons: Failures['byReason'], unit: string) =>
  reasons.map(({ reason, count }) => ({
    key: reason,
    name: reason,
    value: count,
    facts: [counted(count, unit)],
  }));

function Reasons({ failures }: { failures: Failures }) {
  const { failed, voided, byReason, declined, declinedByReason } = failures;
  return (
    <div className="grid gap-5">
      <p className="num text-text-2">{COPY.failures(failed, voided, declined)}</p>
      {byReason.length > 0 && <BarList items={bars(byReason, 'shipment')} />}
      {declinedByReason.length > 0 && (
        <div className="grid gap-3">
          <h3 className="text-micro text-text-2">{COPY.declinedTitle}</h3>
          <BarList items={bars(declinedByReason, 'payment')} />
        </div>
      )}
    </div>
  );
}
