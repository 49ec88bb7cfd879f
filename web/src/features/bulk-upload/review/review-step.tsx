import { type ReactElement, useDeferredValue } from 'react';
import type { BatchStore } from '../batch/batch-store.ts';
import { useBatch } from '../batch/use-batch.ts';
import { COPY } from '../copy.ts';
import { ProgressStrip } from '../progress/progress-strip.tsx';
import { Arriving } from './arriving.tsx';
import { Review } from './review.tsx';
import { useStoreValue } from './use-summary.ts';

interface ReviewStepProps {
  store: BatchStore;
  onGetRates: () => void;
  onDiscard: () => void;
}

const readLoading = (store: BatchStore) => store.loading();

/** The review between upload and rates: shows each problem in its cell, where it can be fixed. */
export function ReviewStep({ store, onGetRates, onDiscard }: ReviewStepProps): ReactElement | null {
  const batch = useBatch(store);
  const loading = useStoreValue(store, readLoading);
  // Rows are drawn in slices, so that the page stays responsive.
  const drawn = useDeferredValue(loading === null, false);
  if (!batch) return null;
  if (batch.received < batch.rowCount) return <Arriving batch={batch} onDiscard={onDiscard} />;
  if (!drawn) {
    const done = loading?.done ?? batch.rowCount;
    const text = COPY.review.loading(done, batch.rowCount);
    const work = {
      what: 'addresses',
      done,
      total: batch.rowCount,
      startedAt: batch.createdAt,
    } as const;
    return (
      <ProgressStrip name="Rows" work={work} spoken={text}>
        {text}
      </ProgressStrip>
    );
  }
  return <Review store={store} batch={batch} onGetRates={onGetRates} onDiscard={onDiscard} />;
}
