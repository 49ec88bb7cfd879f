import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reasonOf } from '../lib/api-error.ts';
import { ErrorPanel } from './error-panel.tsx';
import { StaleBar } from './stale-bar.tsx';
import { TableSkeleton } from './table-skeleton.tsx';
import { useDelayedFlag } from './use-delayed-flag.ts';

const SKELETON_ROWS = 10;

interface LoadedListProps<T> {
  query: UseQueryResult<T>;
  caption: string;
  headers: readonly string[];
  loadFailed: string;
  /** Keeps showing the old data while new data loads (`busy`) and if loading fails. */
  children: (busy: boolean) => ReactNode;
}

export function LoadedList<T>({ query, caption, headers, loadFailed, children }: LoadedListProps<T>) {
  const { data, isPending, isError, isFetching, error, dataUpdatedAt } = query;
  const waiting = useDelayedFlag(isPending);
  const busy = useDelayedFlag(isFetching && !isPending);
  const retry = () => void query.refetch();
  if (data !== undefined)
    return (
      <>
        {isError && <StaleBar since={dataUpdatedAt} onRetry={retry} />}
        {children(busy)}
      </>
    );
  if (isError) return <ErrorPanel message={loadFailed} reason={reasonOf(error)} onRetry={retry} />;
  return <TableSkeleton caption={caption} headers={headers} rows={waiting ? SKELETON_ROWS : 0} />;
}
