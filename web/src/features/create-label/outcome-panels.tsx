import { WIZARD } from '@lading/contract/messages.ts';
import { centsOf, formatMoney } from '@lading/contract/money.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
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
        Your label is being made
      </h2>
      <p className="num mt-3 text-lead">
        Payment received: {formatMoney(centsOf(shipment.cost))}. {shipment.carrier} has not answered yet. You
        will not be charged again.
      </p>
      <p role="status" className="mt-4 flex items-center gap-2 text-text-2">
        <Spinner /> This page shows the label as soon as it is there.
      </p>
      <p className="mt-4 text-text-2">
        You can leave: the label will be in{' '}
        <Link to={PAGES.shippingHistory} className="link">
          Shipping History
        </Link>
        , or the money goes back to your card.
      </p>
    </section>
  );
}

const REFUNDS = {
  refunding: { title: 'No label, and your money is on its way back', verb: 'is going back' },
  refunded: { title: 'No label, and your money is back', verb: 'has gone back' },
  voided: { title: 'This label was cancelled', verb: 'has gone back' },
} as const;

export interface RefundPanelProps {
  shipment: Transaction;
  state: keyof typeof REFUNDS;
  onAnother: () => void;
}

export function RefundPanel({ shipment, state, onAnother }: RefundPanelProps) {
  const heading = useFocusedHeading();
  const { title, verb } = REFUNDS[state];
  return (
    <section className={panelClass}>
      <h2 ref={heading} tabIndex={-1} className="text-h2">
        {title}
      </h2>
      <p className="num mt-3 text-lead">
        {shipment.carrier} could not make this label. {formatMoney(centsOf(shipment.cost))} {verb} to the card
        you paid with. Your bank may take some days to show it.
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Link to={`${PAGES.createLabel}?from=${shipment.shipment_id}`} className={buttonClass()}>
          Try again with the same details
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
