import { TOP_CLIENTS_COUNT } from '@lading/contract/constants.ts';
import type { DashboardData } from '@lading/contract/dashboard.ts';
import { daysIn } from '@lading/contract/date-range.ts';
import { counted } from '@lading/contract/format-count.ts';
import { PAGES, path } from '@lading/contract/routes.ts';
import { Link } from 'react-router';
import { Change } from '../../ui/charts/change.tsx';
import { formatDollars } from '../../ui/charts/format-figures.ts';
import { Panel, panelPadding } from '../../ui/charts/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { COPY } from './copy.ts';

type TopClient = DashboardData['topPerformingClients'][number];

interface TopClientsProps {
  figures: DashboardData | undefined;
  busy: boolean;
  waiting: boolean;
}

const rowClass = 'flex min-h-15 items-center gap-3 border-t border-line px-4 py-2.5 sm:px-5';

export function TopClients({ figures, busy, waiting }: TopClientsProps) {
  return (
    <Panel title="Top clients" busy={busy}>
      {!figures ? (
        <ol aria-hidden="true">
          {Array.from({ length: TOP_CLIENTS_COUNT }, (_, index) => `row-${index}`).map((key) => (
            <li key={key} className={rowClass}>
              {waiting && <Skeleton className="h-4 w-2/3" />}
            </li>
          ))}
        </ol>
      ) : figures.topPerformingClients.length === 0 ? (
        <p className={`${panelPadding} pt-6 text-text-2`}>{COPY.emptyPeriod}</p>
      ) : (
        <ol>
          {figures.topPerformingClients.slice(0, TOP_CLIENTS_COUNT).map((client, index) => (
            <Entry key={client.clientId} client={client} rank={index + 1} range={figures.metadata} />
          ))}
        </ol>
      )}
    </Panel>
  );
}

interface EntryProps {
  client: TopClient;
  rank: number;
  range: { startDate: string; endDate: string };
}

function Entry({ client, rank, range }: EntryProps) {
  const { clientId, name, shipmentCount, growthTrend, growthPercentage, grossRevenue, isNew } = client;
  const { startDate, endDate } = range;
  const growth = growthTrend === 'down' ? -growthPercentage : growthPercentage;
  return (
    <li className={rowClass}>
      <span aria-hidden="true" className="num w-4 shrink-0 text-small text-text-3">
        {rank}
      </span>
      <div className="min-w-0 flex-1">
        <Link
          to={path(PAGES.adminClient, { id: clientId })}
          className="link inline-flex min-h-11 items-center font-semibold wrap-anywhere md:min-h-6"
        >
          {name}
        </Link>
        <p className="flex flex-wrap items-center gap-x-3 text-small text-text-2">
          <Link
            to={`${PAGES.adminShipments}?${new URLSearchParams({ clientId, startDate, endDate })}`}
            className="link inline-flex min-h-6 items-center num"
          >
            {counted(shipmentCount, 'shipment')}
            <span className="sr-only"> of {name}</span>
          </Link>
        </p>
      </div>
      <p className="num shrink-0 text-right">
        <span className="block font-semibold">{formatDollars(grossRevenue)}</span>
        <span className="block text-small text-text-2">
          {isNew ? COPY.nothingBefore(daysIn(range)) : <Change percent={growth} />}
        </span>
      </p>
    </li>
  );
}
