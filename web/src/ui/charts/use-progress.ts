import type { UseQueryResult } from '@tanstack/react-query';
import { useDelayedFlag } from '../use-delayed-flag.ts';

/** Whether figures are waited for, and whether those that are shown are of an earlier choice; neither for a blink only. */
export const useProgress = (result: UseQueryResult) => ({
  waiting: useDelayedFlag(result.isPending),
  busy: useDelayedFlag(result.isPlaceholderData),
});
