import { type ReactElement, useDeferredValue } from 'react';
import type { BatchStore } from '../batch/batch-store.ts';
import { useBatch } from '../batch/use-batch.ts';
import { ProgressStrip } from '../progress/progress-strip.tsx';
import { Arriving } from './arriving.tsx';
import { figure } from './figure.ts';
import { Review } from './review.tsx';
import { useStoreValue } from './use-summary.ts';

export interface ReviewStepProps {
  store: BatchStore;
  onGetRates: () => void;
  onDiscard: () => void;
}

const readLoading = (store: BatchStore) => store.loading();

/** The rows of a file between their upload and their rates: what is wrong is shown at its cell and mended there. */
export function ReviewStep({ store, onGetRates, onDiscard }: ReviewStepProps): ReactElement | null {
  const batch = useBatch(store);
  const loading = useStoreValue(store, readLoading);
  // Ten thousand rows are drawn in slices, between which the page listens.
  const drawn = useDeferredValue(loading === null, false);
  if (!batch) return null;
  if (batch.received < batch.rowCount) return <Arriving batch={batch} onDiscard={onDiscard} />;
  if (!drawn) {
    const done = loading?.done ?? batch.rowCount;
    const text = `Loading ${figure(done)} of ${figure(batch.rowCount)} rows`;
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
