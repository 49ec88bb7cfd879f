import { LABELS, PRICING } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { reasonOf } from '../../lib/api-error.ts';
import { useMay } from '../../lib/may.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { ZoneNote } from '../../ui/operator-moment.tsx';
import { PriceHistory } from '../../ui/price-history.tsx';
import { StaleBar } from '../../ui/stale-bar.tsx';
import { useDelayedFlag } from '../../ui/use-delayed-flag.ts';
import { COPY } from './copy.ts';
import { CurrentRate } from './current-rate.tsx';
import { ImpactCards } from './impact-cards.tsx';
import { PreviewTable } from './preview-table.tsx';
import { draftOf, isSamePricing, type PricingDraft, readDraft } from './pricing-draft.ts';
import { PricingForm } from './pricing-form.tsx';
import { RulesList } from './rules-list.tsx';
import { usePricing } from './use-pricing.ts';

export function PricingPage() {
  const pricing = usePricing();
  const waiting = useDelayedFlag(pricing.isPending);
  const [edits, setEdits] = useState<Partial<PricingDraft>>({});
  const saved = pricing.data;
  const mayChange = useMay('pricing.write');
  const draft = { ...draftOf(saved), ...edits };
  const read = readDraft(draft);
  const change = saved && 'body' in read && !isSamePricing(read.body, saved) ? read.body : null;
  return (
    <>
      <h1 className="text-h1">{LABELS.globalCommissionSettings}</h1>
      {pricing.isError && (
        <div className="mt-6">
          {saved ? (
            <StaleBar since={pricing.dataUpdatedAt} onRetry={() => void pricing.refetch()} />
          ) : (
            <ErrorPanel
              message={PRICING.loadFailed}
              reason={reasonOf(pricing.error)}
              onRetry={() => void pricing.refetch()}
            />
          )}
        </div>
      )}
      <div className="mt-6 grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,45rem)_minmax(18rem,1fr)]">
        <div>
          <CurrentRate pricing={saved} waiting={waiting} />
          {mayChange ? (
            <PricingForm
              saved={saved}
              draft={draft}
              onChange={(part) => setEdits((before) => ({ ...before, ...part }))}
              onSaved={() => setEdits({})}
            />
          ) : (
            <p className="stub rounded-b-card border-x border-b border-line bg-surface px-4 pt-5 pb-4 text-text-2 sm:px-5">
              {COPY.notYourRole}
            </p>
          )}
        </div>
        <div className="lg:col-start-2 lg:row-span-3 lg:row-start-1">
          {mayChange && <ImpactCards change={change} />}
        </div>
        {saved && change && <PreviewTable now={saved} after={change} />}
        <div className="grid gap-4">
          <RulesList />
          <p className="text-text-2">
            {COPY.rulesIntro}{' '}
            <Link to={PAGES.adminPriceRules} className="link">
              {COPY.rulesLink}
            </Link>{' '}
            {COPY.rulesOutro}
          </p>
        </div>
        <section aria-labelledby="price-history" className="lg:col-span-2">
          <h2 id="price-history" className="text-h3">
            {COPY.history}
          </h2>
          <p className="mt-1 mb-3 text-text-2">
            {COPY.historyText} <ZoneNote />
          </p>
          <PriceHistory />
        </section>
      </div>
    </>
  );
}
