import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { AlertDialog } from '../../ui/dialog.tsx';

/** Asks before unsaved changes are lost: in our own words inside the application, in the browser's outside it. */
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
      title="Leave without saving?"
      cancelLabel="Stay"
      confirmLabel="Leave"
      destructive
      onConfirm={() => blocker.proceed?.()}
    >
      Your changes to the profile are not saved yet.
    </AlertDialog>
  );
}
