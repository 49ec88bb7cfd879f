import { Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router';
import { usePageTitle } from '../lib/page-title.ts';
import { useSession } from '../lib/use-session.ts';
import { ProveLayer } from '../ui/prove/prove-layer.tsx';
import { Toaster } from '../ui/toast/toaster.tsx';
import { currentTitle } from './route-title.ts';
import { StatusBar } from './status-bar.tsx';

export function RootLayout() {
  const { pathname } = useLocation();
  // Re-renders when the session is confirmed, which shows a page without a new location.
  useSession();
  usePageTitle(currentTitle(useMatches()), pathname);
  return (
    <>
      <StatusBar />
      <Outlet />
      <ProveLayer />
      <Toaster />
      <ScrollRestoration />
    </>
  );
}
