import { formatCount } from '@lading/contract/format-count.ts';
import type { GlobalPricingBody, PricingImpact } from '@lading/contract/global-pricing.ts';
import { PRICING } from '@lading/contract/messages.ts';
import { centsOf, formatMoney } from '@lading/contract/money.ts';
import { type ReactNode, useId } from 'react';
import { formatChange } from '../../lib/format-change.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Missing } from '../../ui/missing.tsx';
import { COPY } from './copy.ts';
import { useImpact } from './use-pricing.ts';

/** Empty until the form differs from the saved values. */
export function ImpactCards({ change }: { change: GlobalPricingBody | null }) {
  const id = useId();
  const { data, isOld, isError, refetch } = useImpact(change);
  const shown = change === null || isError ? undefined : data;
  const figure = (show: (impact: PricingImpact) => ReactNode) => (shown ? show(shown) : <Missing />);
  return (
    <section aria-labelledby={id} aria-busy={(change !== null && isOld) || undefined}>
      <h2 id={id} className="text-h3">
        {PRICING.impact}
      </h2>
      <dl
        className={cx(
          'rule-heavy mt-3 divide-y divide-line bg-surface transition-opacity duration-140',
          shown && isOld && 'opacity-60',
        )}
      >
        <Card title={PRICING.clientsOnGlobal}>
          {figure(({ clientsOnGlobal }) => formatCount(clientsOnGlobal))}
        </Card>
        <Card title={PRICING.clientsOnCustom}>
          {figure(({ clientsOnCustom }) => formatCount(clientsOnCustom))}
        </Card>
        <Card title={PRICING.monthlyImpact} note={shown && comparison(shown)}>
          {figure(({ monthlyImpact }) => formatChange(centsOf(monthlyImpact)))}
        </Card>
      </dl>
      {change !== null && isError ? (
        <div role="alert" className="mt-3 grid justify-items-start gap-2">
          <p className="text-bad-fg">{COPY.estimateFailed}</p>
          <Button variant="secondary" size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      ) : (
        <p className="mt-3 text-small text-text-2">{change === null ? COPY.noChange : COPY.estimate}</p>
      )}
    </section>
  );
}

const comparison = ({ shipments, now, after }: PricingImpact) =>
  COPY.comparison(shipments, formatMoney(centsOf(now)), formatMoney(centsOf(after)));

function Card({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div className="px-4 py-4">
      <dt className="text-micro text-text-2">{title}</dt>
      <dd>
        <span className="text-figure block wrap-anywhere">{children}</span>
        {note && <span className="num mt-1 block text-small text-text-2">{note}</span>}
      </dd>
    </div>
  );
}
