import type { ErrorCode } from '@lading/contract/errors.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useDelayedFlag } from '../../ui/use-delayed-flag.ts';
import type { BatchStore } from './batch/batch-store.ts';
import { openBatch } from './batch/open-batch.ts';
import { useBatch } from './batch/use-batch.ts';
import { BatchSteps } from './batch-steps.tsx';
import { COPY } from './copy.ts';
import { PageFrame } from './page-frame.tsx';
import { isStep } from './shown-step.ts';

const GONE: ErrorCode = 'BATCH_NOT_FOUND';

interface BatchViewProps {
  id: string;
  /** The step named in the URL. */
  wanted: string | null;
  onAddress: (address: URLSearchParams, options?: { replace: boolean }) => void;
}

export function BatchView(props: BatchViewProps) {
  const { id } = props;
  const [store, setStore] = useState<BatchStore | null>(null);
  const [opening, setOpening] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `opening` reopens a batch that was closed.
  useEffect(() => {
    const opened = openBatch(id);
    setStore(opened);
    return () => {
      opened.close();
      setStore(null);
    };
  }, [id, opening]);
  const reopen = () => setOpening((count) => count + 1);
  return store ? <Opened {...props} store={store} onReopen={reopen} /> : <Loading wanted={props.wanted} />;
}

function Loading({ wanted }: { wanted: string | null }) {
  const slow = useDelayedFlag(true);
  return (
    <PageFrame step={isStep(wanted) ? wanted : 'upload'}>
      <div role="status" className="min-h-80">
        <span className="sr-only">{COPY.upload.loading}</span>
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
  if (failure?.code === GONE) return <Gone wasOpen={batch !== null} />;
  if (failure) {
    return (
      <PageFrame step={isStep(wanted) ? wanted : 'upload'}>
        <ErrorPanel message={COPY.upload.loadFailed} reason={failure.message} onRetry={store.reload} />
      </PageFrame>
    );
  }
  if (!batch || (loading && store.rowNumbers().length === 0)) return <Loading wanted={wanted} />;
  return <BatchSteps store={store} batch={batch} wanted={wanted} onAddress={onAddress} onReopen={onReopen} />;
}

function Gone({ wasOpen }: { wasOpen: boolean }) {
  return (
    <PageFrame step="upload">
      <EmptyState
        title={COPY.upload.goneTitle(wasOpen)}
        action={
          <Link to={PAGES.bulkUpload} className={buttonClass()}>
            Upload a file
          </Link>
        }
      >
        {COPY.upload.gone(wasOpen)}
      </EmptyState>
    </PageFrame>
  );
}
