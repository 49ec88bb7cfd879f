import type { Batch } from '@lading/contract/bulk.ts';
import { counted } from '@lading/contract/format-count.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { reasonOf } from '../../lib/api-error.ts';
import { batchProgressText, isUnfinished } from '../../lib/batch-state.ts';
import { formatDateTime, formatExactTime } from '../../lib/format.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { reportError } from '../../ui/report-error.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useDelayedFlag } from '../../ui/use-delayed-flag.ts';
import { discard, listBatches } from './batch/batch-calls.ts';
import { COPY } from './copy.ts';
import { DiscardDialog } from './discard-dialog.tsx';

const KEY = ['batches'];

/** This client's uploads from any browser. Renders nothing if there are none. */
export function YourUploads() {
  const client = useQueryClient();
  const batches = useQuery({ queryKey: KEY, queryFn: listBatches, staleTime: 0, gcTime: 0 });
  const waiting = useDelayedFlag(batches.isPending);
  const [discarding, setDiscarding] = useState<Batch | null>(null);
  const { pending, run } = usePending();
  const heading = useRef<HTMLHeadingElement>(null);
  const confirmDiscard = (batch: Batch) =>
    run(async () => {
      try {
        await discard(batch.id);
        client.setQueryData<Batch[]>(KEY, (all) => all?.filter(({ id }) => id !== batch.id));
        toast.success(COPY.upload.discarded(batch.fileName));
        setDiscarding(null);
        heading.current?.focus();
      } catch (error) {
        reportError(error);
      }
    });

  if (batches.data?.length === 0 || (batches.isPending && !waiting)) return null;
  return (
    <section aria-labelledby="your-uploads" className="mt-10">
      <h2 ref={heading} tabIndex={-1} id="your-uploads" className="text-h2">
        Your uploads
      </h2>
      <div className="mt-4">
        {batches.data ? (
          <ul className="rule-heavy divide-y divide-line rounded-b-card border-x border-b border-line bg-surface">
            {batches.data.map((batch) => (
              <UploadItem key={batch.id} batch={batch} onDiscard={() => setDiscarding(batch)} />
            ))}
          </ul>
        ) : batches.isError ? (
          <ErrorPanel
            message={COPY.upload.listFailed}
            reason={reasonOf(batches.error)}
            onRetry={() => void batches.refetch()}
          />
        ) : (
          <Skeleton className="h-32" />
        )}
      </div>
      <DiscardDialog
        batch={discarding}
        busy={pending}
        onClose={() => setDiscarding(null)}
        onConfirm={(batch) => void confirmDiscard(batch)}
      />
    </section>
  );
}

function UploadItem({ batch, onDiscard }: { batch: Batch; onDiscard: () => void }) {
  const unfinished = isUnfinished(batch);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="text-strong wrap-anywhere">{batch.fileName}</p>
        <p className="num text-text-2">{batchProgressText(batch)}</p>
        <p className="num text-small text-text-2">
          {counted(batch.rowCount, 'row')} ·{' '}
          <time dateTime={batch.createdAt} title={formatExactTime(batch.createdAt) ?? undefined}>
            {formatDateTime(batch.createdAt)}
          </time>
        </p>
      </div>
      <div className="flex gap-2">
        <Button variant="ghost" size="sm" onClick={onDiscard}>
          Discard<span className="sr-only"> {batch.fileName}</span>
        </Button>
        <Link
          to={`${PAGES.bulkUpload}?batch=${encodeURIComponent(batch.id)}`}
          className={buttonClass({ variant: 'secondary', size: 'sm' })}
        >
          {unfinished ? 'Continue' : 'Open'}
          <span className="sr-only"> {batch.fileName}</span>
        </Link>
      </div>
    </li>
  );
}
