import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { reasonOf } from '../lib/api-error.ts';
import { Drawer } from './drawer.tsx';
import { ErrorPanel } from './error-panel.tsx';
import { Skeleton } from './skeleton.tsx';
import { useDelayedFlag } from './use-delayed-flag.ts';

interface LoadedDrawerProps<T> {
  /** The id of the item; '' closes the drawer. */
  id: string;
  title: string;
  loadFailed: string;
  /** A hook, so it must not change between renders. */
  useLoaded: (id: string) => UseQueryResult<T>;
  onClose: () => void;
  children: (loaded: T) => ReactNode;
}

/** A drawer that loads its item when it opens. */
export function LoadedDrawer<T>({ id, title, onClose, ...body }: LoadedDrawerProps<T>) {
  // Keeps the content during the closing animation.
  const [shownId, setShownId] = useState(id);
  if (id !== '' && id !== shownId) setShownId(id);
  return (
    <Drawer open={id !== ''} onOpenChange={(open) => !open && onClose()} title={title} side="right">
      <DrawerBody key={shownId} id={shownId} {...body} />
    </Drawer>
  );
}

type DrawerBodyProps<T> = Omit<LoadedDrawerProps<T>, 'title' | 'onClose'>;

function DrawerBody<T>({ id, loadFailed, useLoaded, children }: DrawerBodyProps<T>) {
  const { data, isPending, isError, error, refetch } = useLoaded(id);
  const waiting = useDelayedFlag(isPending);
  if (data !== undefined) return children(data);
  if (isError)
    return <ErrorPanel message={loadFailed} reason={reasonOf(error)} onRetry={() => void refetch()} />;
  return (
    <div className="rule-heavy grid gap-4 pt-4">
      {waiting && (
        <>
          <Skeleton className="h-6 w-56" />
          <Skeleton className="h-9 w-72 max-w-full" />
          <Skeleton className="h-80 w-full" />
        </>
      )}
    </div>
  );
}
