import type { ClientOverview } from '@lading/contract/client-overview.ts';
import { counted } from '@lading/contract/format-count.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { Link } from 'react-router';
import { BarList } from '../../ui/charts/bar-list.tsx';
import { Panel, panelPadding } from '../../ui/charts/panel.tsx';
import { COPY } from './copy.ts';

interface ClientFailuresProps {
  clientId: string;
  failures: ClientOverview['failures'] | undefined;
}

export function ClientFailures({ clientId, failures }: ClientFailuresProps) {
  const bars = (reasons: ClientOverview['failures']['byReason'], unit: string) =>
    reasons.map(({ reason, count }) => ({
      key: reason,
      name: reason,
      value: count,
      facts: [counted(count, unit)],
    }));
  return (
    <Panel
      title="Failures"
      aside={
        <Link
          to={`${PAGES.adminShipments}?${new URLSearchParams({ clientId, status: 'failed', label: 'not_voided' })}`}
          className="link inline-flex min-h-11 items-center md:min-h-6"
        >
          View failed shipments
        </Link>
      }
    >
      <div className={`${panelPadding} grid min-h-24 content-start gap-5`}>
        {failures && (
          <>
            <p className="num text-text-2">{COPY.failures(failures.failed, failures.declined)}</p>
            {failures.byReason.length > 0 && <BarList items={bars(failures.byReason, 'shipment')} />}
            {failures.declinedByReason.length > 0 && (
              <div className="grid gap-3">
                <h3 className="text-micro text-text-2">{COPY.declinedTitle}</h3>
                <BarList items={bars(failures.declinedByReason, 'payment')} />
              </div>
            )}
          </>
        )}
      </div>
    </Panel>
  );
}
