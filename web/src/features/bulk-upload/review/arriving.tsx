import type { Batch } from '@lading/contract/bulk.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { reasonOf } from '../../../lib/api-error.ts';
import { usePending } from '../../../lib/use-pending.ts';
import { Button } from '../../../ui/button.tsx';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { discard } from '../batch/batch-calls.ts';
import { isSending } from '../batch/send-upload.ts';
import { ProgressStrip } from '../progress/progress-strip.tsx';
import { figure } from './figure.ts';

/** Rows that another tab brings come steadily; when none has come for so long, nobody is bringing them. */
const GIVEN_UP_MS = 6000;

/** A file whose rows are still coming, or whose upload broke off. */
export function Arriving({ batch, onDiscard }: { batch: Batch; onDiscard: () => void }) {
  const [quiet, setQuiet] = useState(false);
  const { received, rowCount, createdAt, id } = batch;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every piece that comes starts the waiting anew.
  useEffect(() => {
    setQuiet(false);
    const timer = setTimeout(() => setQuiet(true), GIVEN_UP_MS);
    return () => clearTimeout(timer);
  }, [received]);
  if (quiet && !isSending(id)) return <BrokenOff batch={batch} onDiscard={onDiscard} />;
  const text = `Uploading ${figure(received)} of ${figure(rowCount)} rows`;
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

function BrokenOff({
  batch: { id, fileName, received, rowCount },
  onDiscard,
}: {
  batch: Batch;
  onDiscard: () => void;
}) {
  const navigate = useNavigate();
  const { pending, run } = usePending();
  /** A part of a file is of no use once the whole is chosen again. */
  const chooseAgain = () =>
    run(async () => {
      try {
        await discard(id);
        await navigate(PAGES.bulkUpload);
      } catch (error) {
        toast.error(reasonOf(error));
      }
    });
  return (
    <InlineAlert tone="warn">
      <p>
        The upload of {fileName} broke off: {figure(received)} of {figure(rowCount)} rows arrived.
      </p>
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
