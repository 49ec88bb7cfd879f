import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { StartProgress } from './use-bulk-payment.ts';

export interface StartingPanelProps {
  progress: NonNullable<StartProgress>;
  onAskAgain: () => void;
}

/** Between the payment and the first label: nothing that was paid is ever out of sight. */
export function StartingPanel({ progress, onAskAgain }: StartingPanelProps) {
  const waiting = progress === 'waiting';
  return (
    <div className="rule-heavy mt-5 rounded-b-card border-x border-b border-line bg-surface p-5 md:p-6">
      <p role="status" className="flex items-center gap-2 text-h3">
        <Spinner /> {waiting ? 'Payment received' : 'Starting your labels'}
      </p>
      <p className="mt-2 text-lead text-text-2">
        {waiting
          ? 'We could not reach the server. It starts your labels by itself. You will not be charged again.'
          : 'You can close this page; the labels are made anyway.'}
      </p>
      {waiting && (
        <Button variant="secondary" className="mt-4" onClick={onAskAgain}>
          Ask again
        </Button>
      )}
    </div>
  );
}
