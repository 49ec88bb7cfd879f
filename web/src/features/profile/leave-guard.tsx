import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { AlertDialog } from '../../ui/dialog.tsx';
import { COPY } from './copy.ts';

/** Asks before unsaved changes are lost: our dialog inside the app, the browser's dialog when leaving it. */
export function LeaveGuard({ active }: { active: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => active && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!active) return;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, [active]);
  return (
    <AlertDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title={COPY.leaveTitle}
      cancelLabel="Stay"
      confirmLabel="Leave"
      destructive
      onConfirm={() => blocker.proceed?.()}
    >
      {COPY.leaveBody}
    </AlertDialog>
  );
}
