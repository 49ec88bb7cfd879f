import { useEffect, useRef } from 'react';
import { ApiError } from './api-error.ts';

/** Tells once per failed load. A lost session has its own sentence and its own way out. */
export function useLoadFailure(result: { error: unknown; errorUpdatedAt: number }, tell: () => void) {
  const latest = useRef(tell);
  useEffect(() => {
    latest.current = tell;
  });
  const { error, errorUpdatedAt } = result;
  useEffect(() => {
    if (!error || errorUpdatedAt === 0 || (error instanceof ApiError && error.status === 401)) return;
    console.error(error);
    latest.current();
  }, [error, errorUpdatedAt]);
}
