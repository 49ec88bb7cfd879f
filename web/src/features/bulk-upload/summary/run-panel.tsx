import type { Batch } from '@lading/contract/bulk.ts';
import { formatMoney } from '@lading/contract/money.ts';
import { useState } from 'react';
import { counted } from '../../../lib/batch-state.ts';
import { formatClock } from '../../../lib/format.ts';
import { usePending } from '../../../lib/use-pending.ts';
import { Button } from '../../../ui/button.tsx';
import { AlertDialog } from '../../../ui/dialog.tsx';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { cancel, pause, resume } from '../batch/batch-calls.ts';
import { complain } from '../complain.ts';
import { PauseButton } from '../progress/pause-button.tsx';
import { ProgressStrip } from '../progress/progress-strip.tsx';
import { useTimeLeft } from '../progress/use-time-left.ts';
import type { LabelFigures } from './label-rows.ts';

export interface RunPanelProps {
  batch: Batch;
  work: NonNullable<Batch['work']>;
  figures: LabelFigures;
}

/** Labels on their way: how far, how long, and what can be done about it. */
export function RunPanel({ batch, work, figures }: RunPanelProps) {
  const left = useTimeLeft(batch);
  const [asking, setAsking] = useState(false);
  const { pending, run } = usePending();
  const { made, failed, waiting, waitingCents, shown } = figures;
  const back = formatMoney(waitingCents);
  const stop = () =>
    run(async () => {
      try {
        await cancel(batch.id);
        setAsking(false);
      } catch (error) {
        complain(error);
      }
    });
  return (
    <div className="grid gap-3">
      <ProgressStrip
        name="Labels"
        work={work}
        spoken={`${made} of ${counted(shown, 'label')} created${failed > 0 ? `, ${failed} failed` : ''}`}
        actions={
          <>
            <PauseButton
              paused={batch.paused}
              onPause={() => pause(batch.id)}
              onResume={() => resume(batch.id)}
            />
            <Button variant="ghost" size="sm" onClick={() => setAsking(true)}>
              Cancel the rest
            </Button>
          </>
        }
      >
        <p>
          <span className="text-strong">
            {batch.paused ? 'Paused at' : 'Making labels'} {work.done.toLocaleString('en-US')} of{' '}
            {work.total.toLocaleString('en-US')}
          </span>
          {left && <span className="text-text-2"> · {left}</span>}
          {failed > 0 && <span className="text-bad-fg"> · {failed.toLocaleString('en-US')} failed</span>}
        </p>
      </ProgressStrip>
      {batch.paused && batch.resumeBefore ? (
        <InlineAlert tone="warn">
          Paused. Resume before <span className="num">{formatClock(Date.parse(batch.resumeBefore))}</span>, or
          the rest goes back to your card.
        </InlineAlert>
      ) : (
        <p className="text-text-2">You can close this page; the labels are made anyway.</p>
      )}
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title="Cancel the rest?"
        confirmLabel="Cancel the rest"
        cancelLabel="Go on"
        destructive
        busy={pending}
        onConfirm={() => void stop()}
      >
        <p className="num">
          {counted(waiting, 'label is', 'labels are')} not made yet. About {back} goes back to your card.{' '}
          {made > 0 && `${counted(made, 'label that is made stays', 'labels that are made stay')} yours.`}
        </p>
      </AlertDialog>
    </div>
  );
}
