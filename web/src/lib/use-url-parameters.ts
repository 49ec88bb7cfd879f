import { useCallback, useEffect, useRef } from 'react';
import { type NavigateOptions, useLocation, useNavigation, useSearchParams } from 'react-router';

type Change = (current: URLSearchParams) => URLSearchParams;

/**
 * The URL query as state. The router applies a new query with a delay, so two quick changes would both start
 * from the old one and the first would be lost. Here each change starts from the newest.
 */
export function useUrlParameters() {
  const [shown, navigate] = useSearchParams();
  const newest = useRef(shown);
  const { pathname } = useLocation();
  const next = useNavigation().location?.pathname;
  const isLeaving = useRef(false);

  useEffect(() => {
    newest.current = shown;
  }, [shown]);

  useEffect(() => {
    isLeaving.current = next !== undefined && next !== pathname;
  }, [next, pathname]);

  const change = useCallback(
    (update: Change, options?: NavigateOptions) => {
      // While another page loads, a delayed change, such as a typed search, would cancel the navigation to it.
      if (isLeaving.current) return;
      newest.current = update(newest.current);
      navigate(newest.current, { preventScrollReset: true, ...options });
    },
    [navigate],
  );

  return [shown, change] as const;
}
