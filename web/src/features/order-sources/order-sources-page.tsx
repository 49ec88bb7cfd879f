import type { OrderSourceView } from '@lading/contract/orders/order-sources.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { reasonOf } from '../../lib/api-error.ts';
import { useOrderSources } from '../../lib/order-sources.ts';
import { useUrlParameters } from '../../lib/use-url-parameters.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useDelayedFlag } from '../../ui/use-delayed-flag.ts';
import { ChooseKind } from './choose-kind.tsx';
import { ConnectDialog } from './connect-dialog.tsx';
import { COPY } from './copy.ts';
import { SignInResult } from './sign-in-result.tsx';
import { SourceCard } from './source-card.tsx';
import { offeredKinds, type StoreKind } from './store-kinds.ts';

const REFRESH_MS = 5_000;

/** Choosing a kind, or connecting one: a new store, or one that needs new credentials. */
type Open = 'choose' | { kind: StoreKind; source?: OrderSourceView } | null;

export function OrderSourcesPage() {
  const [open, setOpen] = useState<Open>(null);
  const [parameters, change] = useUrlParameters();
  /** Another try, so an earlier refusal no longer matters. */
  const start = (next: Open) => {
    if (parameters.has('refused')) change(() => new URLSearchParams(), { replace: true });
    setOpen(next);
  };
  const sources = useOrderSources(REFRESH_MS);
  const offers = sources.data?.authorizations ?? [];
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="max-w-prose">
          <h1 className="text-h1">{COPY.title}</h1>
          <p className="mt-1 text-text-2">{COPY.intro}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Link to={PAGES.orders} className={buttonClass({ variant: 'secondary' })}>
            {COPY.backToOrders}
          </Link>
          {/* The loaded list also says which stores clients can sign in to. */}
          <Button disabled={!sources.data} onClick={() => start('choose')}>
            {COPY.connect}
          </Button>
        </div>
      </div>
      <div className="mt-6 grid gap-4">
        <SignInResult sources={sources.data?.sources} />
        <Sources
          sources={sources}
          onConnect={() => start('choose')}
          onReconnect={(kind, source) => start({ kind, source })}
        />
      </div>
      {open === 'choose' && (
        <ChooseKind
          kinds={offeredKinds(offers)}
          onChoose={(kind) => setOpen({ kind })}
          onClose={() => setOpen(null)}
        />
      )}
      {open !== null && open !== 'choose' && (
        <ConnectDialog {...open} offers={offers} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

interface SourcesProps {
  sources: ReturnType<typeof useOrderSources>;
  onConnect: () => void;
  onReconnect: (kind: StoreKind, source: OrderSourceView) => void;
}

function Sources({ sources, onConnect, onReconnect }: SourcesProps) {
  const waiting = useDelayedFlag(sources.isPending);
  if (sources.isError && !sources.data)
    return (
      <ErrorPanel
        message={COPY.loadFailed}
        reason={reasonOf(sources.error)}
        onRetry={() => void sources.refetch()}
      />
    );
  if (!sources.data) return waiting ? <Skeleton className="h-40 w-full" /> : null;
  if (sources.data.sources.length === 0)
    return (
      <div className="rounded-card border border-line bg-surface">
        <EmptyState title={COPY.none} action={<Button onClick={onConnect}>{COPY.connect}</Button>}>
          {COPY.noneHint}
        </EmptyState>
      </div>
    );
  return (
    <ul className="grid gap-4 xl:grid-cols-2">
      {sources.data.sources.map((source) => (
        <SourceCard key={source.id} source={source} onReconnect={onReconnect} />
      ))}
    </ul>
  );
}
