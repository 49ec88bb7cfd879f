import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface ErrorPanelProps {
  message: string;
  /** The cause, if the message does not include it. */
  reason?: string;
  onRetry: () => void;
  /** Another action beside “Try again”. */
  action?: ReactNode;
}

/** Has no alert role, because a toast has already announced the same message. */
export function ErrorPanel({ message, reason, onRetry, action }: ErrorPanelProps) {
  return (
    <div className="flex flex-col items-start gap-4 rounded-card border border-line border-l-2 border-l-bad-solid bg-surface p-5 sm:flex-row sm:items-center sm:justify-between">
      <div>
        <p className="text-lead text-text">{message}</p>
        {reason && <p className="mt-1 text-text-2">{reason}</p>}
      </div>
      <div className="flex shrink-0 flex-wrap gap-2 whitespace-nowrap">
        <Button variant="secondary" onClick={onRetry}>
          <Icon of={RotateCw} className="size-4" />
          Try again
        </Button>
        {action}
      </div>
    </div>
  );
}
