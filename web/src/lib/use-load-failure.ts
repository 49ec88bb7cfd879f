import { useEffect, useRef } from 'react';
import { isSessionLoss } from './api-error.ts';

/** Calls `onFailure` once per failed load, but not for a lost session, which the sign-in page announces. */
export function useLoadFailure(result: { error: unknown; errorUpdatedAt: number }, onFailure: () => void) {
  const latest = useRef(onFailure);
  useEffect(() => {
    latest.current = onFailure;
  });
  const { error, errorUpdatedAt } = result;
  useEffect(() => {
    if (!error || errorUpdatedAt === 0 || isSessionLoss(error)) return;
    console.error(error);
    latest.current();
  }, [error, errorUpdatedAt]);
}
