import type { UseQueryResult } from '@tanstack/react-query';
import { useDelayedFlag } from '../use-delayed-flag.ts';

/** `waiting`: no figures yet. `busy`: the figures are for the previous selection. Both are delayed to avoid flicker. */
export const useProgress = (result: UseQueryResult) => ({
  waiting: useDelayedFlag(result.isPending),
  busy: useDelayedFlag(result.isPlaceholderData),
});
