import type { Batch } from '@lading/contract/bulk.ts';
import { formatCount } from '@lading/contract/format-count.ts';
import { BULK } from '@lading/contract/messages.ts';
import { useCallback, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { reportError } from '../../../ui/report-error.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { getRates } from '../batch/batch-calls.ts';
import type { BatchStore } from '../batch/batch-store.ts';
import { useFilteredRows } from '../batch/use-batch.ts';
import { useFigures } from '../batch-selectors.ts';
import { COPY } from '../copy.ts';
import { StepHeading } from '../step-heading.tsx';
import { PayBar } from './pay-bar.tsx';
import { RateCards } from './rate-cards.tsx';
import { addUp, FILTER_RULES, isExpired, type RateFilter, type RateTotals } from './rate-rows.ts';
import { RatesProgress } from './rates-progress.tsx';
import { RuleBar } from './rule-bar.tsx';
import { StartingPanel } from './starting-panel.tsx';
import type { BulkPayment } from './use-bulk-payment.ts';
import { useNow } from './use-now.ts';
import { useRule } from './use-rule.ts';

interface RatesStepProps {
  store: BatchStore;
  batch: Batch;
  payment: BulkPayment;
  arrived: boolean;
  onBack: () => void;
}

export function RatesStep({ store, batch, payment, arrived, onBack }: RatesStepProps) {
  const totals = useFigures(store, addUp);
  const [wanted, setWanted] = useState<RateFilter>('all');
  const options = filterOptions(totals);
  // A filter without rows falls back to all.
  const filter = options.some(({ value }) => value === wanted) ? wanted : 'all';
  const numbers = useFilteredRows(store, FILTER_RULES[filter], filter);
  const now = useNow();
  const expired = useFilteredRows(store, (row) => isExpired(row, now), `expired at ${now}`);
  const rule = useRule(store, totals);
  const refresh = useCallback(
    (wantedRows: readonly number[]) => {
      getRates(store.id, [...wantedRows]).catch(reportError);
    },
    [store],
  );
  const fetching = batch.work?.what === 'rates';

  return (
    <section>
      <StepHeading number={2} title="Rates" arrived={arrived} />
      {payment.progress !== null ? (
        <StartingPanel progress={payment.progress} onRetry={payment.retryStart} />
      ) : (
        <div className="mt-5 grid gap-4">
          {fetching && batch.work && <RatesProgress batch={batch} work={batch.work} />}
          <NeedFixing count={batch.counts.invalid} onBack={onBack} />
          {expired.length > 0 && (
            <InlineAlert tone="warn">
              <p>{COPY.rates.expired(expired.length)}</p>
              <Button variant="secondary" size="sm" className="mt-2" onClick={() => refresh(expired)}>
                Refresh rates
              </Button>
            </InlineAlert>
          )}
          {totals.shown === 0 ? (
            <EmptyState title={BULK.noneReady} action={<Button onClick={onBack}>Back to rows</Button>}>
              {COPY.rates.emptyHint}
            </EmptyState>
          ) : (
            <>
              <div className="z-10 -mx-4 grid gap-3 border-b border-line bg-canvas px-4 py-3 md:sticky md:top-14 md:mx-0 md:px-0">
                <RuleBar rule={rule} />
                <div className="flex flex-wrap items-center gap-3">
                  <Segmented legend="Show shipments" value={filter} onChange={setWanted} options={options} />
                  {filter === 'none' && !fetching && (
                    <Button variant="secondary" size="sm" onClick={() => refresh(numbers)}>
                      Retry all
                    </Button>
                  )}
                </div>
              </div>
              {numbers.length === 0 && (
                <p className="py-6 text-center text-text-2">{COPY.rates.noneInFilter}</p>
              )}
              <RateCards store={store} numbers={numbers} onRefresh={refresh} />
            </>
          )}
        </div>
      )}
      <PayBar
        batch={batch}
        totals={totals}
        expired={expired.length}
        payment={payment}
        onBack={onBack}
        onShowDuplicates={() => {
          setWanted('duplicates');
          window.scrollTo({ top: 0 });
        }}
      />
    </section>
  );
}

const withCount = (label: string, count: number) => `${label} (${formatCount(count)})`;

function filterOptions({ shown, noRates, unchosen, mine, duplicates }: RateTotals) {
  const options: { value: RateFilter; label: string }[] = [
    { value: 'all', label: withCount('All', shown) },
    { value: 'none', label: withCount('No rates', noRates) },
    { value: 'unchosen', label: withCount(COPY.rates.toChoose, unchosen) },
    { value: 'mine', label: withCount('Changed by me', mine) },
    { value: 'duplicates', label: withCount('Duplicates', duplicates) },
  ];
  const rare: Partial<Record<RateFilter, number>> = { unchosen, duplicates };
  return options.filter(({ value }) => (rare[value] ?? 1) > 0);
}

function NeedFixing({ count, onBack }: { count: number; onBack: () => void }) {
  if (count <= 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-text-2">
      {COPY.rates.needFixing(count)}
      <button type="button" className="link min-h-6 max-md:min-h-11" onClick={onBack}>
        Fix {count === 1 ? 'it' : 'them'}
      </button>
    </p>
  );
}
