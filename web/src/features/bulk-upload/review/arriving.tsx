import type { Batch } from '@lading/contract/bulk.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { usePending } from '../../../lib/use-pending.ts';
import { Button } from '../../../ui/button.tsx';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { reportError } from '../../../ui/report-error.ts';
import { discard } from '../batch/batch-calls.ts';
import { isSending } from '../batch/send-upload.ts';
import { COPY } from '../copy.ts';
import { ProgressStrip } from '../progress/progress-strip.tsx';

/** Another tab that is uploading sends rows steadily; after this pause the upload counts as interrupted. */
const INTERRUPTED_MS = 6000;

/** A file that is still uploading, or whose upload was interrupted. */
export function Arriving({ batch, onDiscard }: { batch: Batch; onDiscard: () => void }) {
  const [quiet, setQuiet] = useState(false);
  const { received, rowCount, createdAt, id } = batch;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every piece received restarts the timer.
  useEffect(() => {
    setQuiet(false);
    const timer = setTimeout(() => setQuiet(true), INTERRUPTED_MS);
    return () => clearTimeout(timer);
  }, [received]);
  if (quiet && !isSending(id)) return <Interrupted batch={batch} onDiscard={onDiscard} />;
  const text = COPY.review.uploading(received, rowCount);
  return (
    <ProgressStrip
      name="Upload"
      work={{ what: 'addresses', done: received, total: rowCount, startedAt: createdAt }}
      spoken={text}
    >
      {text}
    </ProgressStrip>
  );
}

function Interrupted({
  batch: { id, fileName, received, rowCount },
  onDiscard,
}: {
  batch: Batch;
  onDiscard: () => void;
}) {
  const navigate = useNavigate();
  const { pending, run } = usePending();
  /** Discards the partial upload before the whole file is chosen again. */
  const chooseAgain = () =>
    run(async () => {
      try {
        await discard(id);
        await navigate(PAGES.bulkUpload);
      } catch (error) {
        reportError(error);
      }
    });
  return (
    <InlineAlert tone="warn">
      <p>{COPY.review.interrupted(fileName, received, rowCount)}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button loading={pending} onClick={() => void chooseAgain()}>
          Choose the file again
        </Button>
        <Button variant="ghost" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </InlineAlert>
  );
}
