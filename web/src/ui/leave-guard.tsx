import { type ReactNode, useEffect, useRef } from 'react';
import { type Location, useBlocker } from 'react-router';
import { AlertDialog } from './dialog.tsx';

interface LeaveGuardProps {
  active: boolean;
  /** Also asks before the query of the URL changes, for a form that depends on it. */
  withQuery?: boolean;
  /** What would be lost. */
  children: ReactNode;
}

const isOther = (from: Location, to: Location, withQuery: boolean) =>
  from.pathname !== to.pathname || (withQuery && from.search !== to.search);

/** Asks before unsaved changes are lost: our dialog inside the app, the browser's dialog when leaving it. */
export function LeaveGuard({ active, withQuery = false, children }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => active && isOther(currentLocation, nextLocation, withQuery),
  );
  // The next page may need a new document, and one question is enough.
  const leaving = useRef(false);
  useEffect(() => {
    if (blocker.state !== 'proceeding') leaving.current = false;
  }, [blocker.state]);
  useEffect(() => {
    if (!active) return;
    const hold = (event: BeforeUnloadEvent) => {
      if (!leaving.current) event.preventDefault();
    };
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
      onConfirm={() => {
        leaving.current = true;
        blocker.proceed?.();
      }}
    >
      {children}
    </AlertDialog>
  );
}
