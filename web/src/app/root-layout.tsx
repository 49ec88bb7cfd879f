import { Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router';
import { usePageTitle } from '../lib/page-title.ts';
import { useSession } from '../lib/use-session.ts';
import { Toaster } from '../ui/toast/toaster.tsx';
import { currentTitle } from './route-title.ts';
import { StatusBar } from './status-bar.tsx';

export function RootLayout() {
  const { pathname } = useLocation();
  // Read for its re-render: a page appears when the session is confirmed, without a new location.
  useSession();
  usePageTitle(currentTitle(useMatches()), pathname);
  return (
    <>
      <StatusBar />
      <Outlet />
      <Toaster />
      <ScrollRestoration />
    </>
  );
}
