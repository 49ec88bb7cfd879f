import '../src/styles/main.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import type { Role } from '@lading/contract/constants.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { onTestFinished } from 'vitest';
import { render } from 'vitest-browser-react';
import { createAppRouter } from '../src/app/router.tsx';
import { createQueryClient } from '../src/lib/query-client.ts';
import { sessionStore } from '../src/lib/session-store.ts';
import { toastStore } from '../src/ui/toast/toast.ts';
import { type Answers, fakeServer } from './fake-server.ts';

interface AppOptions {
  /** The signed-in person. Without one, the visitor is a guest. */
  as?: Role;
  answers?: Answers;
}

const user = (role: Role) => ({
  id: '6f1c7f43-9d6b-4f4e-8f3c-2f6f3f1f2a10',
  name: 'Noor Haddad',
  email: 'noor@shop.example',
  phone: null,
  role,
});

/** The whole application at `path`, in front of a server whose answers the test states. */
export async function openApp(path: string, { as, answers = {} }: AppOptions = {}) {
  const server = fakeServer(answers);
  if (as !== undefined) {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    sessionStore.signIn({ token: 'token-of-the-test', user: user(as), expiresAt }, false);
  }
  onTestFinished(() => {
    sessionStore.clear();
    toastStore.dismissAll();
    localStorage.clear();
    sessionStorage.clear();
  });
  const router = createAppRouter((routes) => createMemoryRouter(routes, { initialEntries: [path] }));
  await render(
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </CSPProvider>,
  );
  const currentPath = () => {
    const { pathname, search } = router.state.location;
    return `${pathname}${search}`;
  };
  return { ...server, router, currentPath };
}
