import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { COPY } from '../copy.ts';
import type { StartProgress } from './use-bulk-payment.ts';

interface StartingPanelProps {
  progress: NonNullable<StartProgress>;
  onRetry: () => void;
}

/** Shown between the payment and the first label, so that the client can always see the payment. */
export function StartingPanel({ progress, onRetry }: StartingPanelProps) {
  const waiting = progress === 'waiting';
  return (
    <div className="rule-heavy mt-5 rounded-b-card border-x border-b border-line bg-surface p-5 md:p-6">
      <p role="status" className="flex items-center gap-2 text-h3">
        <Spinner /> {waiting ? COPY.rates.paid : COPY.rates.starting}
      </p>
      <p className="mt-2 text-lead text-text-2">
        {waiting ? COPY.rates.serverUnreachable : COPY.labels.keepCreating}
      </p>
      {waiting && (
        <Button variant="secondary" className="mt-4" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
