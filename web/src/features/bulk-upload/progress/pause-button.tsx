import { Pause, Play } from 'lucide-react';
import { usePending } from '../../../lib/use-pending.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { reportError } from '../../../ui/report-error.ts';

interface PauseButtonProps {
  paused: boolean;
  onPause: () => Promise<void>;
  onResume: () => Promise<void>;
}

export function PauseButton({ paused, onPause, onResume }: PauseButtonProps) {
  const { pending, run } = usePending();
  const press = () =>
    run(async () => {
      try {
        await (paused ? onResume() : onPause());
      } catch (error) {
        reportError(error);
      }
    });
  return (
    <Button variant="secondary" size="sm" loading={pending} onClick={() => void press()}>
      {!pending && <Icon of={paused ? Play : Pause} className="size-4" />}
      {paused ? 'Resume' : 'Pause'}
    </Button>
  );
}
