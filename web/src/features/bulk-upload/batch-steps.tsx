import type { Batch, BatchStep } from '@lading/contract/bulk.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import { usePending } from '../../lib/use-pending.ts';
import { PaymentDialog } from '../../ui/payment/payment-dialog.tsx';
import { reportError } from '../../ui/report-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { discard, getRates } from './batch/batch-calls.ts';
import type { BatchStore } from './batch/batch-store.ts';
import { COPY } from './copy.ts';
import { DiscardDialog } from './discard-dialog.tsx';
import { PageFrame } from './page-frame.tsx';
import { RatesStep } from './rates/rates-step.tsx';
import { useBulkPayment } from './rates/use-bulk-payment.ts';
import { ReviewStep } from './review/review-step.tsx';
import { batchAddress, reachedStep, shownStep } from './shown-step.ts';
import { SummaryStep } from './summary/summary-step.tsx';
import { useBatchAnnouncements } from './summary/use-batch-announcements.ts';

interface BatchStepsProps {
  store: BatchStore;
  batch: Batch;
  /** The step named in the URL. */
  wanted: string | null;
  onAddress: (address: URLSearchParams, options?: { replace: boolean }) => void;
  onReopen: () => void;
}

/** True once the user has left the first step shown. */
function useHasMoved(step: BatchStep): boolean {
  const [first] = useState(step);
  const [moved, setMoved] = useState(false);
  if (!moved && step !== first) setMoved(true);
  return moved;
}

function useDiscard({ store, batch, onReopen }: Pick<BatchStepsProps, 'store' | 'batch' | 'onReopen'>) {
  const navigate = useNavigate();
  const { pending, run } = usePending();
  const confirm = () =>
    run(async () => {
      // Otherwise the event stream would report the batch as gone.
      store.close();
      try {
        await discard(store.id);
        toast.success(COPY.upload.discarded(batch.fileName));
        void navigate(PAGES.bulkUpload, { replace: true });
      } catch (error) {
        reportError(error);
        onReopen();
      }
    });
  return { pending, confirm };
}

export function BatchSteps({ store, batch, wanted, onAddress, onReopen }: BatchStepsProps) {
  const navigate = useNavigate();
  const [discarding, setDiscarding] = useState(false);
  const discardBatch = useDiscard({ store, batch, onReopen });
  const { pending: fetchingRates, run: runRates } = usePending();
  useBatchAnnouncements(store);

  const go = useCallback(
    (step: BatchStep) => onAddress(batchAddress(store.id, store.batch()?.step ?? step, step)),
    [store, onAddress],
  );
  const toRates = useCallback(() => go('rate_selection'), [go]);
  const followBatch = () => onAddress(new URLSearchParams({ batch: store.id }), { replace: true });

  const payment = useBulkPayment(store, followBatch);
  // The payment dialog stays until it has confirmed the payment, even if the first labels already exist.
  const step = payment.dialog.request ? 'rate_selection' : shownStep(batch, wanted);
  const arrived = useHasMoved(step);

  const fetchRates = () =>
    runRates(async () => {
      try {
        await getRates(store.id);
        // A batch with labels stays on its summary, so open the rates explicitly.
        if (batch.step === 'generation_summary') toRates();
        else followBatch();
      } catch (error) {
        reportError(error);
      }
    });

  return (
    <PageFrame step={step} reached={reachedStep(batch)} onStep={go} subtitle={batch.fileName}>
      {step === 'upload' && (
        <div aria-busy={fetchingRates}>
          <ReviewStep
            store={store}
            onGetRates={() => void fetchRates()}
            onDiscard={() => setDiscarding(true)}
          />
        </div>
      )}
      {step === 'rate_selection' && (
        <RatesStep {...{ store, batch, payment, arrived }} onBack={() => go('upload')} />
      )}
      {step === 'generation_summary' && (
        <SummaryStep
          {...{ store, batch, arrived }}
          onRates={toRates}
          onRows={() => go('upload')}
          onAnother={() => void navigate(PAGES.bulkUpload)}
        />
      )}
      <PaymentDialog {...payment.dialog} />
      <DiscardDialog
        batch={discarding ? batch : null}
        busy={discardBatch.pending}
        onClose={() => setDiscarding(false)}
        onConfirm={() => void discardBatch.confirm()}
      />
    </PageFrame>
  );
}
