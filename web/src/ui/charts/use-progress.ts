import type { UseQueryResult } from '@tanstack/react-query';
import { useDelayedFlag } from '../use-delayed-flag.ts';

/**
 * `loading`: no figures yet. `stale`: the figures belong to an earlier choice. Both are delayed to avoid
 * flicker.
 */
export const useProgress = (result: UseQueryResult) => ({
  waiting: useDelayedFlag(result.isPending),
  busy: useDelayedFlag(result.isPlaceholderData),
});
