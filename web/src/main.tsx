import { CSPProvider } from '@base-ui/react/csp-provider';
import { GENERAL } from '@lading/contract/messages.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { COPY } from './app/copy.ts';
import { forgetAccounts } from './app/forget-accounts.ts';
import { createAppRouter } from './app/router.tsx';
import { startSessionMonitor } from './app/session-monitor.ts';
import { factorSetUpRequired } from './lib/factor-set-up.ts';
import { createQueryClient } from './lib/query-client.ts';
import { loadRuntimeConfig } from './lib/runtime-config.ts';
import { SECOND_FACTORS_KEY } from './lib/second-factors.ts';
import { expireHiddenDataAfterChanges } from './lib/server-changes.ts';
import { serverMode } from './lib/server-mode.ts';
import { sessionStore } from './lib/session-store.ts';
import { listenForShortcuts } from './lib/shortcuts.ts';
import { watchForInput } from './lib/user-activity.ts';
import { toast } from './ui/toast/toast.ts';

const queryClient = createQueryClient();

forgetAccounts(queryClient);
expireHiddenDataAfterChanges(queryClient);
// Reloads only failed queries, so that visible data does not change unexpectedly.
serverMode.onRecovered(
  () => void queryClient.invalidateQueries({ predicate: ({ state }) => state.status === 'error' }),
);
factorSetUpRequired.subscribe(() => void queryClient.invalidateQueries({ queryKey: SECOND_FACTORS_KEY }));
sessionStore.onLost(() => toast.error(GENERAL.sessionExpired));
sessionStore.onStorageRefused(() => toast.info(COPY.storageBlocked));

loadRuntimeConfig().catch(() => {
  // Every later call tries again and shows its own message.
});
watchForInput();
startSessionMonitor();
listenForShortcuts();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createAppRouter()} />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
