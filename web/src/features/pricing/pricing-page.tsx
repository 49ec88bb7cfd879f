import { LABELS, PRICING } from '@lading/contract/messages.ts';
import { useState } from 'react';
import { reasonOf } from '../../lib/api-error.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { StaleBar } from '../../ui/stale-bar.tsx';
import { useDelayedFlag } from '../../ui/use-delayed-flag.ts';
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
          <PricingForm
            saved={saved}
            draft={draft}
            onChange={(part) => setEdits((before) => ({ ...before, ...part }))}
            onSaved={() => setEdits({})}
          />
        </div>
        <div className="lg:col-start-2 lg:row-span-3 lg:row-start-1">
          <ImpactCards change={change} />
        </div>
        {saved && change && <PreviewTable now={saved} after={change} />}
        <RulesList />
      </div>
    </>
  );
}
