import '../src/styles/main.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import type { Role } from '@lading/contract/constants.ts';
import type { StaffRole } from '@lading/contract/permissions.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { onTestFinished } from 'vitest';
import { forgetAccounts } from '../src/app/forget-accounts.ts';
import { createAppRouter } from '../src/app/router.tsx';
import { draftStore } from '../src/lib/draft-store.ts';
import { createQueryClient } from '../src/lib/query-client.ts';
import { expireHiddenDataAfterChanges } from '../src/lib/server-changes.ts';
import { checkSession } from '../src/lib/session-check.ts';
import { sessionStore } from '../src/lib/session-store.ts';
import { listenForShortcuts } from '../src/lib/shortcuts.ts';
import { SESSION_KEY } from '../src/lib/stored-session.ts';
import { toastStore } from '../src/ui/toast/toast.ts';
import { type Answers, fakeServer } from './fake-server.ts';
import { render } from './render.ts';

interface AppOptions {
  /** The signed-in person. Without one, the visitor is a guest. */
  as?: Role;
  /** The role of an admin. Without one, an owner. */
  staffRole?: StaffRole;
  /** The text of a session in localStorage, which the server has not confirmed yet. */
  storedSession?: string;
  answers?: Answers;
}

const user = (role: Role, staffRole: StaffRole | undefined) => ({
  id: '6f1c7f43-9d6b-4f4e-8f3c-2f6f3f1f2a10',
  name: 'Noor Haddad',
  email: 'noor@shop.example',
  phone: null,
  role,
  ...(staffRole && { staffRole }),
});

/** The whole application at `path`, in front of a server whose answers the test states. */
export async function openApp(path: string, options: AppOptions = {}) {
  const { as, staffRole, storedSession, answers = {} } = options;
  const server = fakeServer(answers);
  if (as !== undefined) {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    // A new one each time: a check of the session that a test left waiting must not stand for the next test's.
    const token = `token-of-${crypto.randomUUID()}`;
    sessionStore.signIn({ token, user: user(as, staffRole), expiresAt }, false);
  }
  if (storedSession !== undefined) {
    localStorage.setItem(SESSION_KEY, storedSession);
    sessionStore.restore();
    void checkSession();
  }
  const queryClient = createQueryClient();
  onTestFinished(forgetAccounts(queryClient));
  onTestFinished(expireHiddenDataAfterChanges(queryClient));
  onTestFinished(listenForShortcuts());
  onTestFinished(async () => {
    server.stop();
    // A draft that still waits for its key would hold up the drafts of the next test.
    await draftStore.clear();
    sessionStore.clear();
    toastStore.dismissAll();
    localStorage.clear();
    sessionStorage.clear();
  });
  const router = createAppRouter((routes) => createMemoryRouter(routes, { initialEntries: [path] }));
  await render(
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </CSPProvider>,
  );
  const currentPath = () => {
    const { pathname, search } = router.state.location;
    return `${pathname}${search}`;
  };
  return { ...server, router, currentPath, queryClient };
}
