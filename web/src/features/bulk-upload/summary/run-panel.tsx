import type { Batch } from '@lading/contract/bulk.ts';
import { formatCount } from '@lading/contract/format-count.ts';
import { formatMoney } from '@lading/contract/money.ts';
import { useState } from 'react';
import { formatClock } from '../../../lib/format.ts';
import { usePending } from '../../../lib/use-pending.ts';
import { Button } from '../../../ui/button.tsx';
import { AlertDialog } from '../../../ui/dialog.tsx';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { reportError } from '../../../ui/report-error.ts';
import { cancel, pause, resume } from '../batch/batch-calls.ts';
import { COPY } from '../copy.ts';
import { PauseButton } from '../progress/pause-button.tsx';
import { ProgressStrip } from '../progress/progress-strip.tsx';
import { useTimeLeft } from '../progress/use-time-left.ts';
import type { LabelFigures } from './label-rows.ts';

interface RunPanelProps {
  batch: Batch;
  work: NonNullable<Batch['work']>;
  figures: LabelFigures;
}

/** Progress of label creation, with pause and cancel. */
export function RunPanel({ batch, work, figures }: RunPanelProps) {
  const left = useTimeLeft(batch);
  const [asking, setAsking] = useState(false);
  const { pending, run } = usePending();
  const { made, failed, waiting, waitingCents, shown } = figures;
  const cancelRemaining = () =>
    run(async () => {
      try {
        await cancel(batch.id);
        setAsking(false);
      } catch (error) {
        reportError(error);
      }
    });
  return (
    <div className="grid gap-3">
      <ProgressStrip
        name="Labels"
        work={work}
        spoken={COPY.labels.spoken(made, shown, failed)}
        actions={
          <>
            <PauseButton
              paused={batch.paused}
              onPause={() => pause(batch.id)}
              onResume={() => resume(batch.id)}
            />
            <Button variant="ghost" size="sm" onClick={() => setAsking(true)}>
              Cancel remaining
            </Button>
          </>
        }
      >
        <p>
          <span className="text-strong">
            {(batch.paused ? COPY.labels.pausedAt : COPY.labels.creating)(work.done, work.total)}
          </span>
          {left && <span className="text-text-2"> · {left}</span>}
          {failed > 0 && <span className="text-bad-fg"> · {formatCount(failed)} failed</span>}
        </p>
      </ProgressStrip>
      {batch.paused && batch.resumeBefore ? (
        <InlineAlert tone="warn">
          <span className="num">{COPY.labels.resumeBy(formatClock(Date.parse(batch.resumeBefore)))}</span>
        </InlineAlert>
      ) : (
        <p className="text-text-2">{COPY.labels.keepCreating}</p>
      )}
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={COPY.labels.cancelTitle}
        confirmLabel="Cancel labels"
        cancelLabel="Keep creating"
        destructive
        busy={pending}
        onConfirm={() => void cancelRemaining()}
      >
        <p className="num">{COPY.labels.cancelBody(waiting, formatMoney(waitingCents), made)}</p>
      </AlertDialog>
    </div>
  );
}
