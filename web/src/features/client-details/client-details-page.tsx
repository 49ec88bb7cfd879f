import type { AdminClient } from '@lading/contract/admin-clients.ts';
import { CLIENTS, LABELS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { CircleCheck, CircleMinus, CirclePause } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { ApiError, reasonOf } from '../../lib/api-error.ts';
import { useMay } from '../../lib/may.ts';
import { formatPhone } from '../../ui/address-form/address-values.ts';
import { useProgress } from '../../ui/charts/use-progress.ts';
import { formatMarkup } from '../../ui/commission/commission-amount.ts';
import { EmailText } from '../../ui/email-text.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { OperatorMoment, ZoneNote } from '../../ui/operator-moment.tsx';
import { PriceHistory } from '../../ui/price-history.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { ClientAdjustments } from './client-adjustments.tsx';
import { ClientBalance } from './client-balance.tsx';
import { ClientBilling } from './client-billing.tsx';
import { ClientFailures } from './client-failures.tsx';
import { ClientFigures } from './client-figures.tsx';
import { ClientNotes } from './client-notes.tsx';
import { ClientShipments } from './client-shipments.tsx';
import { ClientSignIn } from './client-sign-in.tsx';
import { ClientTrend } from './client-trend.tsx';
import { COPY } from './copy.ts';
import { useClient, useOverview } from './use-client-details.ts';

const LOOKS = {
  active: { tone: 'ok', icon: CircleCheck },
  suspended: { tone: 'warn', icon: CirclePause },
  inactive: { tone: 'neutral', icon: CircleMinus },
} as const;

export function ClientDetailsPage() {
  const { id = '' } = useParams();
  const client = useClient(id);
  // A deleted client’s data must not be shown from the cache.
  if (client.isError && (!client.data || isGone(client.error)))
    return <NotLoaded error={client.error} onRetry={() => void client.refetch()} />;
  return (
    <>
      <AllClients />
      {client.data ? <Head client={client.data} /> : <Skeleton className="mt-2 h-16 w-72" />}
      <Body id={id} client={client.data} />
    </>
  );
}

const AllClients = () => (
  <Link to={PAGES.adminClients} className="link inline-flex min-h-11 items-center md:min-h-6">
    {COPY.allClients}
  </Link>
);

/** A retry does not help if the ID is invalid or the client was deleted. */
const isGone = (error: Error) => error instanceof ApiError && (error.status === 400 || error.status === 404);

function NotLoaded({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <>
      <AllClients />
      <div className="mt-2">
        {isGone(error) ? (
          <div className="rounded-card border border-line bg-surface">
            <EmptyState title={COPY.notFound} />
          </div>
        ) : (
          <ErrorPanel message={COPY.loadFailed} reason={reasonOf(error)} onRetry={onRetry} />
        )}
      </div>
    </>
  );
}

function Head({ client }: { client: AdminClient }) {
  const { fullName, email, phone, status, lastActive, atRisk } = client;
  return (
    <>
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-h1 wrap-anywhere">{fullName}</h1>
        <StatusBadge tone={LOOKS[status].tone} icon={LOOKS[status].icon}>
          {CLIENTS.statuses[status]}
        </StatusBadge>
      </div>
      <p className="mt-1 text-text-2 wrap-anywhere">
        <EmailText>{email}</EmailText>
        {phone && ` · ${formatPhone(phone)}`}
      </p>
      <p className="mt-1 text-text-2">
        {CLIENTS.columns.lastActive}: <OperatorMoment iso={lastActive} />. <ZoneNote />
      </p>
      <p className="mt-1">
        <Link
          to={`${PAGES.adminClients}?${new URLSearchParams({ search: email })}`}
          className="link inline-flex min-h-11 items-center md:min-h-6"
        >
          Manage in {LABELS.clientManagement}
        </Link>
      </p>
      {atRisk && (
        <div className="mt-4">
          <InlineAlert tone="warn">{COPY.atRisk}</InlineAlert>
        </div>
      )}
    </>
  );
}

function Body({ id, client }: { id: string; client: AdminClient | undefined }) {
  const overview = useOverview(id);
  const mayChangeBalance = useMay('balances.write');
  const maySeeAdjustments = useMay('adjustments.read');
  const { waiting } = useProgress(overview);
  return (
    <div className="mt-6 grid gap-6">
      {overview.isError && !overview.data ? (
        <ErrorPanel
          message={COPY.figuresFailed}
          reason={reasonOf(overview.error)}
          onRetry={() => void overview.refetch()}
        />
      ) : (
        <>
          <ClientFigures clientId={id} overview={overview.data} waiting={waiting} />
          <div className="grid gap-4 lg:grid-cols-2 lg:gap-6">
            <ClientTrend weeks={overview.data?.weeks} waiting={waiting} />
            <ClientFailures clientId={id} failures={overview.data?.failures} />
          </div>
        </>
      )}
      <ClientBalance clientId={id} mayChange={mayChangeBalance} />
      {maySeeAdjustments && <ClientAdjustments clientId={id} />}
      <ClientBilling clientId={id} clientName={client?.fullName ?? ''} />
      <ClientShipments clientId={id} />
      <section aria-labelledby="client-prices">
        <h2 id="client-prices" className="text-h3">
          {COPY.prices}
        </h2>
        <p className="num mt-1 mb-3 text-text-2">{client && priceText(client)}</p>
        <PriceHistory clientId={id} />
      </section>
      <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-6">
        <ClientNotes clientId={id} />
        <ClientSignIn clientId={id} />
      </div>
    </div>
  );
}

const priceText = ({ commission: { usesGlobal, markupType, markupAmount } }: AdminClient) =>
  COPY.currentPrice(formatMarkup(markupType, markupAmount), usesGlobal);
