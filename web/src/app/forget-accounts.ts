import type { QueryClient } from '@tanstack/react-query';
import { clearBetweenAccounts } from '../lib/clear-between-accounts.ts';
import { sessionStore } from '../lib/session-store.ts';
import { toastStore } from '../ui/toast/toast.ts';

/** Shows nothing of an account after it was left. */
export const forgetAccounts = (queryClient: QueryClient) =>
  clearBetweenAccounts(sessionStore, (left) => {
    queryClient.clear();
    // The message about a successful sign-in is already on screen.
    if (left !== null) toastStore.forget();
  });
