import type { Batch } from '@lading/contract/bulk.ts';
import { formatCount } from '@lading/contract/format-count.ts';
import { useSlow } from '../../../ui/use-slow.ts';
import { pause, resume } from '../batch/batch-calls.ts';
import { COPY } from '../copy.ts';
import { PauseButton } from '../progress/pause-button.tsx';
import { ProgressStrip } from '../progress/progress-strip.tsx';
import { useTimeLeft } from '../progress/use-time-left.ts';

/** “Getting rates 41 of 188 · about 1 min left” */
export function RatesProgress({ batch, work }: { batch: Batch; work: NonNullable<Batch['work']> }) {
  const left = useTimeLeft(batch);
  const slow = useSlow(!batch.paused, work.done);
  const count = `${formatCount(work.done)} of ${formatCount(work.total)}`;
  return (
    <ProgressStrip
      name="Rates"
      work={work}
      spoken={`Rates for ${count} shipments`}
      actions={
        <PauseButton
          paused={batch.paused}
          onPause={() => pause(batch.id)}
          onResume={() => resume(batch.id)}
        />
      }
    >
      <p>
        <span className="text-strong">
          {batch.paused ? 'Paused at' : 'Getting rates'} {count}
        </span>
        {left && <span className="text-text-2"> · {left}</span>}
        {slow && <span className="block text-text-2">{COPY.rates.slow}</span>}
      </p>
    </ProgressStrip>
  );
}
