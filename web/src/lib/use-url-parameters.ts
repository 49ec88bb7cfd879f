import { useCallback, useEffect, useRef } from 'react';
import { type NavigateOptions, useSearchParams } from 'react-router';

type Change = (current: URLSearchParams) => URLSearchParams;

/**
 * The URL query as state. The router applies a new query with a delay, so two quick changes would both start
 * from the old one and the first would be lost. Here each change starts from the newest.
 */
export function useUrlParameters() {
  const [shown, navigate] = useSearchParams();
  const newest = useRef(shown);

  useEffect(() => {
    newest.current = shown;
  }, [shown]);

  const change = useCallback(
    (next: Change, options?: NavigateOptions) => {
      newest.current = next(newest.current);
      navigate(newest.current, { preventScrollReset: true, ...options });
    },
    [navigate],
  );

  return [shown, change] as const;
}
