import type { Incident } from '@lading/contract/incidents.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { useMay } from '../../lib/may.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Fact, Facts } from '../../ui/details.tsx';
import { OperatorMoment } from '../../ui/operator-moment.tsx';
import { COPY } from './copy.ts';
import { SettleDialog } from './settle-dialog.tsx';

export function IncidentCard({ incident }: { incident: Incident }) {
  const { title, detail, doing, objectId, shipmentId, canBeSettled, firstSeen, lastSeen } = incident;
  const id = useId();
  const [settling, setSettling] = useState(false);
  const maySettle = useMay('incidents.resolve') && canBeSettled;
  return (
    <article
      aria-labelledby={id}
      className="grid gap-4 rounded-card border border-line border-l-2 border-l-warn-fg bg-surface p-5"
    >
      <div>
        <h2 id={id} className="text-h3">
          {title}
        </h2>
        <p className="mt-1 wrap-anywhere text-text-2">{detail}</p>
      </div>
      <div>
        <h3 className="text-micro text-text-2">{COPY.actionTitle}</h3>
        <p className="mt-1 max-w-prose">{doing}</p>
      </div>
      <Facts>
        <Fact name="First seen">
          <OperatorMoment iso={firstSeen} />
        </Fact>
        <Fact name="Last seen">
          <OperatorMoment iso={lastSeen} />
        </Fact>
        <Fact name="Object ID">
          <span className="code">{objectId}</span>
        </Fact>
      </Facts>
      {(maySettle || shipmentId !== null) && (
        <div className="flex flex-wrap gap-2">
          {shipmentId !== null && (
            <Link
              to={`${PAGES.adminShipments}?shipment=${encodeURIComponent(shipmentId)}`}
              aria-describedby={id}
              className={buttonClass({ variant: 'secondary', size: 'sm' })}
            >
              View shipment
            </Link>
          )}
          {maySettle && (
            <Button variant="secondary" size="sm" aria-describedby={id} onClick={() => setSettling(true)}>
              Close incident
            </Button>
          )}
        </div>
      )}
      {settling && <SettleDialog incident={incident} onClose={() => setSettling(false)} />}
    </article>
  );
}
