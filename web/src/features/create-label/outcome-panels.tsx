import { WIZARD } from '@lading/contract/messages.ts';
import { centsOf, formatMoney } from '@lading/contract/money.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { statusText } from '../../lib/status-text.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { COPY } from './copy.ts';
import type { Transaction } from './use-transaction.ts';

function useFocusedHeading() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return heading;
}

const panelClass = 'rule-heavy rounded-b-card border-x border-b border-line bg-surface p-5 md:p-6';

/** Paid, and the carrier has not answered yet. */
export function ProcessingPanel({ shipment }: { shipment: Transaction }) {
  const heading = useFocusedHeading();
  return (
    <section className={panelClass}>
      <h2 ref={heading} tabIndex={-1} className="text-h2">
        {COPY.processing.title}
      </h2>
      <p className="num mt-3 text-lead">
        {COPY.processing.body(formatMoney(centsOf(shipment.cost)), shipment.carrier)}
      </p>
      <p role="status" className="mt-4 flex items-center gap-2 text-text-2">
        <Spinner /> {COPY.processing.status}
      </p>
      <p className="mt-4 text-text-2">
        {COPY.processing.leave}{' '}
        <Link to={PAGES.shippingHistory} className="link">
          Shipping History
        </Link>
        {COPY.processing.orRefund}
      </p>
    </section>
  );
}

/** A label status that this version of the page does not know. */
export function UnknownPanel({ shipment }: { shipment: Transaction }) {
  const heading = useFocusedHeading();
  return (
    <section className={panelClass}>
      <h2 ref={heading} tabIndex={-1} className="text-h2">
        {COPY.outcome.unknown(statusText(shipment.labelStatus))}
      </h2>
      <Link to={PAGES.shippingHistory} className={`mt-5 ${buttonClass({ variant: 'secondary' })}`}>
        {WIZARD.viewHistory}
      </Link>
    </section>
  );
}

interface RefundPanelProps {
  shipment: Transaction;
  state: 'refunding' | 'refunded' | 'voided';
  onAnother: () => void;
}

/** A shipment without a usable label, and how much was refunded. */
export function RefundPanel({ shipment, state, onAnother }: RefundPanelProps) {
  const heading = useFocusedHeading();
  const { title, body, again } = COPY.outcome[state];
  const { carrier, cost, refunded } = shipment;
  return (
    <section className={panelClass}>
      <h2 ref={heading} tabIndex={-1} className="text-h2">
        {title}
      </h2>
      <p className="num mt-3 text-lead">
        {body({ carrier, paidCents: centsOf(cost), refundedCents: centsOf(refunded) })}
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Link to={`${PAGES.createLabel}?from=${shipment.shipment_id}`} className={buttonClass()}>
          {again}
        </Link>
        <Button variant="secondary" onClick={onAnother}>
          {WIZARD.createAnother}
        </Button>
        <Link to={PAGES.shippingHistory} className={buttonClass({ variant: 'secondary' })}>
          {WIZARD.viewHistory}
        </Link>
      </div>
    </section>
  );
}
