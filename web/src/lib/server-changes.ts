import type { QueryClient } from '@tanstack/react-query';
import { createSignal } from './create-store.ts';

/** After every request that may have changed something, even after an error: the change may have been saved. */
export const serverChanged = createSignal();

/**
 * A change may concern any page that was open before, so each loads its data again when it is next opened.
 * Visible data is reloaded by the feature that made the change.
 */
export const expireHiddenDataAfterChanges = (queryClient: QueryClient) =>
  serverChanged.subscribe(
    () =>
      void queryClient.invalidateQueries({
        predicate: (query) => query.getObserversCount() === 0,
        refetchType: 'none',
      }),
  );
