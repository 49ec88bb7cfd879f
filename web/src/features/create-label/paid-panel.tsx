import { WIZARD } from '@lading/contract/messages.ts';
import { formatMoney } from '@lading/contract/money.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { formatDateTime } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { COPY } from './copy.ts';
import type { PurchaseFailure } from './use-purchase.ts';
import type { Purchase } from './wizard-state.ts';

interface PaidPanelProps {
  purchase: Purchase;
  creating: boolean;
  failure: PurchaseFailure | null;
  onCreate: () => void;
  onGiveUp: () => void;
}

/** Shown between the payment and its label, so that the client can always see the payment. */
export function PaidPanel({ purchase, creating, failure, onCreate, onGiveUp }: PaidPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const amount = formatMoney(purchase.amountCents);
  const at = formatDateTime(purchase.at) ?? '';
  const unknown = purchase.state === 'confirming';
  return (
    <section className="rule-heavy rounded-b-card border-x border-b border-line bg-surface p-5 md:p-6">
      <h2 ref={heading} tabIndex={-1} className="text-h2">
        {creating ? COPY.payment.creating : unknown ? COPY.payment.checking : COPY.payment.notCreated}
      </h2>
      <p className="num mt-3 text-lead">
        {(unknown ? COPY.payment.unconfirmed : COPY.payment.received)(amount, at)}
      </p>
      {creating ? (
        <p role="status" className="mt-4 flex items-center gap-2 text-text-2">
          <Spinner /> {COPY.payment.requestingLabel}
        </p>
      ) : (
        <>
          {failure && (
            <div className="mt-4">
              <InlineAlert tone="bad">
                <p>{WIZARD.labelFailed}</p>
                {failure.message !== WIZARD.labelFailed && <p>{failure.message}</p>}
              </InlineAlert>
            </div>
          )}
          <div className="mt-5 flex flex-wrap gap-3">
            <Button onClick={onCreate}>Try again</Button>
            {failure?.final && (
              <Button variant="secondary" onClick={onGiveUp}>
                Choose another rate
              </Button>
            )}
          </div>
          <p className="mt-4 text-text-2">
            {COPY.payment.fallback}{' '}
            <Link to={PAGES.shippingHistory} className="link">
              Shipping History
            </Link>
            .
          </p>
        </>
      )}
      <div className="mt-5 flex flex-wrap items-center gap-3 border-t border-line pt-4">
        <p className="text-text-2">
          Reference <span className="code wrap-anywhere text-text">{purchase.paymentIntentId}</span>
        </p>
        <CopyButton text={purchase.paymentIntentId} what="reference" />
      </div>
    </section>
  );
}
