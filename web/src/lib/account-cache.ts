import type { QueryClient } from '@tanstack/react-query';
import type { SessionSnapshot, SessionStore } from './session-store.ts';

/** `undefined` while the server has not said whose session it is. */
function userIdOf(session: SessionSnapshot): string | null | undefined {
  if (session.status === 'unchecked') return undefined;
  return session.status === 'confirmed' ? session.user.id : null;
}

/**
 * Cached data of one account must never appear for the next. A new token for the same account keeps the cache:
 * clearing it would reset the page, and with it the dialog that asked for a proof of identity.
 */
export function clearCacheBetweenAccounts(
  queryClient: QueryClient,
  { getSnapshot, subscribe }: Pick<SessionStore, 'getSnapshot' | 'subscribe'>,
) {
  let cachedFor = userIdOf(getSnapshot());
  return subscribe(() => {
    const userId = userIdOf(getSnapshot());
    if (userId === undefined || userId === cachedFor) return;
    cachedFor = userId;
    queryClient.clear();
  });
}
