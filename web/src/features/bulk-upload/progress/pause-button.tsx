import { Pause, Play } from 'lucide-react';
import { usePending } from '../../../lib/use-pending.ts';
import { Button } from '../../../ui/button.tsx';
import { complain } from '../complain.ts';

export interface PauseButtonProps {
  paused: boolean;
  onPause: () => Promise<void>;
  onResume: () => Promise<void>;
}

export function PauseButton({ paused, onPause, onResume }: PauseButtonProps) {
  const { pending, run } = usePending();
  const Icon = paused ? Play : Pause;
  const press = () => run(() => (paused ? onResume() : onPause()).catch(complain));
  return (
    <Button variant="secondary" size="sm" loading={pending} onClick={() => void press()}>
      {!pending && <Icon aria-hidden="true" strokeWidth={1.75} className="size-4" />}
      {paused ? 'Resume' : 'Pause'}
    </Button>
  );
}
