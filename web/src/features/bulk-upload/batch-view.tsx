import type { Batch, BatchStep } from '@lading/contract/bulk.ts';
import { ERRORS } from '@lading/contract/errors.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { Link, useNavigate } from 'react-router';
import { usePending } from '../../lib/use-pending.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { PaymentDialog } from '../../ui/payment/payment-dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useDelayedFlag } from '../../ui/use-delayed-flag.ts';
import { discard, getRates } from './batch/batch-calls.ts';
import { type BatchStore, openBatch } from './batch/batch-store.ts';
import { useBatch } from './batch/use-batch.ts';
import { complain } from './complain.ts';
import { DiscardDialog } from './discard-dialog.tsx';
import { PageFrame } from './page-frame.tsx';
import { RatesStep } from './rates/rates-step.tsx';
import { useBulkPayment } from './rates/use-bulk-payment.ts';
import { ReviewStep } from './review/review-step.tsx';
import { batchAddress, isStep, reachedStep, shownStep } from './shown-step.ts';
import { SummaryStep } from './summary/summary-step.tsx';
import { useBatchAnnouncements } from './summary/use-batch-announcements.ts';

export interface BatchViewProps {
  id: string;
  /** The step that the address names. */
  wanted: string | null;
  onAddress: (address: URLSearchParams, options?: { replace: boolean }) => void;
}

export function BatchView(props: BatchViewProps) {
  const { id } = props;
  const [store, setStore] = useState<BatchStore | null>(null);
  const [opening, setOpening] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a batch that was closed can be opened again.
  useEffect(() => {
    const opened = openBatch(id);
    setStore(opened);
    return () => {
      opened.close();
      setStore(null);
    };
  }, [id, opening]);
  const reopen = () => setOpening((count) => count + 1);
  return store ? <Opened {...props} store={store} onReopen={reopen} /> : <Waiting wanted={props.wanted} />;
}

function Waiting({ wanted }: { wanted: string | null }) {
  const slow = useDelayedFlag(true);
  return (
    <PageFrame step={isStep(wanted) ? wanted : 'upload'}>
      <div role="status" className="min-h-80">
        <span className="sr-only">Loading the upload</span>
        {slow && <Skeleton className="h-80" />}
      </div>
    </PageFrame>
  );
}

interface OpenedProps extends BatchViewProps {
  store: BatchStore;
  onReopen: () => void;
}

function Opened({ store, wanted, onAddress, onReopen }: OpenedProps) {
  const batch = useBatch(store);
  const failure = useSyncExternalStore(store.subscribe, store.failure);
  const loading = useSyncExternalStore(store.subscribe, () => store.loading() !== null);
  if (failure === ERRORS.BATCH_NOT_FOUND.message) return <Gone known={batch !== null} />;
  if (failure !== null) {
    return (
      <PageFrame step={isStep(wanted) ? wanted : 'upload'}>
        <ErrorPanel message="The upload did not load." reason={failure} onRetry={store.reload} />
      </PageFrame>
    );
  }
  if (!batch || (loading && store.rowNumbers().length === 0)) return <Waiting wanted={wanted} />;
  return <Steps store={store} batch={batch} wanted={wanted} onAddress={onAddress} onReopen={onReopen} />;
}

function Gone({ known }: { known: boolean }) {
  return (
    <PageFrame step="upload">
      <EmptyState
        title={known ? 'This upload was discarded' : 'There is no such upload'}
        action={
          <Link to={PAGES.bulkUpload} className={buttonClass()}>
            Upload a file
          </Link>
        }
      >
        {known
          ? 'Its labels stay in your shipping history.'
          : 'It may have been discarded, or belong to another account.'}
      </EmptyState>
    </PageFrame>
  );
}

interface StepsProps extends Omit<OpenedProps, 'id'> {
  batch: Batch;
}

function Steps({ store, batch, wanted, onAddress, onReopen }: StepsProps) {
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  const { pending, run } = usePending();
  const { pending: asking, run: runRates } = usePending();
  useBatchAnnouncements(store);

  const go = useCallback(
    (step: BatchStep) => onAddress(batchAddress(store.id, store.batch()?.step ?? step, step)),
    [store, onAddress],
  );
  const toRates = useCallback(() => go('rate_selection'), [go]);
  /** Follows the batch, wherever it is. */
  const follow = () => onAddress(new URLSearchParams({ batch: store.id }), { replace: true });

  const payment = useBulkPayment(store, follow);
  // The payment's dialog stays until it has said that it worked, though the first labels may be made by then.
  const step = payment.dialog.request ? 'rate_selection' : shownStep(batch, wanted);
  const [first] = useState(step);
  const [moved, setMoved] = useState(false);
  if (!moved && step !== first) setMoved(true);

  const fetchRates = () =>
    runRates(async () => {
      try {
        await getRates(store.id);
        // An upload that has labels already keeps its step; what is new in it is at its rates.
        if (batch.step === 'generation_summary') toRates();
        else follow();
      } catch (error) {
        complain(error);
      }
    });
  const drop = () =>
    run(async () => {
      // Nobody listens any more to what is about to be gone.
      store.close();
      try {
        await discard(store.id);
        toast.success(`${batch.fileName} was discarded.`);
        void navigate(PAGES.bulkUpload, { replace: true });
      } catch (error) {
        complain(error);
        onReopen();
      }
    });

  return (
    <PageFrame step={step} reached={reachedStep(batch)} onStep={go} subtitle={batch.fileName}>
      {step === 'upload' && (
        <div aria-busy={asking}>
          <ReviewStep store={store} onGetRates={() => void fetchRates()} onDiscard={() => setLeaving(true)} />
        </div>
      )}
      {step === 'rate_selection' && (
        <RatesStep
          store={store}
          batch={batch}
          payment={payment}
          arrived={moved}
          onBack={() => go('upload')}
        />
      )}
      {step === 'generation_summary' && (
        <SummaryStep
          store={store}
          batch={batch}
          arrived={moved}
          onRates={toRates}
          onAnother={() => void navigate(PAGES.bulkUpload)}
        />
      )}
      <PaymentDialog {...payment.dialog} />
      <DiscardDialog
        batch={leaving ? batch : null}
        busy={pending}
        onClose={() => setLeaving(false)}
        onConfirm={() => void drop()}
      />
    </PageFrame>
  );
}
