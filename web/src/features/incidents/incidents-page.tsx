import type { IncidentsAnswer } from '@lading/contract/incidents.ts';
import { useEffect, useRef } from 'react';
import { reasonOf } from '../../lib/api-error.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { ZoneNote } from '../../ui/operator-moment.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StaleBar } from '../../ui/stale-bar.tsx';
import { useDelayedFlag } from '../../ui/use-delayed-flag.ts';
import { COPY } from './copy.ts';
import { IncidentCard } from './incident-card.tsx';
import { useIncidents } from './use-incidents.ts';

export function IncidentsPage() {
  const incidents = useIncidents();
  const waiting = useDelayedFlag(incidents.isPending);
  const retry = () => void incidents.refetch();
  const heading = useRef<HTMLHeadingElement>(null);
  const count = incidents.data?.data.incidents.length ?? 0;
  const before = useRef(count);

  // Settling an incident removes its card together with the focused button.
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body) heading.current?.focus();
    before.current = count;
  }, [count]);

  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-h1">
        Incidents
      </h1>
      <p className="mt-1 max-w-prose text-text-2">
        {COPY.intro} <ZoneNote />
      </p>
      <div className="mt-6 grid gap-4">
        {incidents.data && incidents.isError && <StaleBar since={incidents.dataUpdatedAt} onRetry={retry} />}
        {incidents.data ? (
          <IncidentList {...incidents.data.data} />
        ) : incidents.isError ? (
          <ErrorPanel message={COPY.loadFailed} reason={reasonOf(incidents.error)} onRetry={retry} />
        ) : (
          waiting && <Skeleton className="h-48 w-full" />
        )}
      </div>
    </>
  );
}

function IncidentList({ incidents, total }: IncidentsAnswer['data']) {
  if (total === 0) {
    return (
      <div className="rounded-card border border-line bg-surface">
        <EmptyState title={COPY.none}>{COPY.noneText}</EmptyState>
      </div>
    );
  }
  return (
    <>
      {incidents.length < total && <p className="num text-text-2">{COPY.newest(incidents.length, total)}</p>}
      {incidents.map((incident) => (
        <IncidentCard key={`${incident.kind} ${incident.objectId}`} incident={incident} />
      ))}
    </>
  );
}
