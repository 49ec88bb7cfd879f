import { RotateCw } from 'lucide-react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

export interface ErrorPanelProps {
  message: string;
  /** Why it failed, where the message says only what did. */
  reason?: string;
  onRetry: () => void;
}

/** No alert role: the toast with the same sentence has already been announced. */
export function ErrorPanel({ message, reason, onRetry }: ErrorPanelProps) {
  return (
    <div className="flex flex-col items-start gap-4 rounded-card border border-line border-l-2 border-l-bad-solid bg-surface p-5 sm:flex-row sm:items-center sm:justify-between">
      <div>
        <p className="text-lead text-text">{message}</p>
        {reason && <p className="mt-1 text-text-2">{reason}</p>}
      </div>
      <Button variant="secondary" onClick={onRetry}>
        <Icon of={RotateCw} className="size-4" />
        Try again
      </Button>
    </div>
  );
}
