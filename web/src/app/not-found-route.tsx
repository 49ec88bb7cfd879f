import { LABELS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { useLocation } from 'react-router';
import type { KnownRoute } from '../features/not-found/nearest-routes.ts';
import { NotFoundPage } from '../features/not-found/not-found-page.tsx';
import type { SessionSnapshot } from '../lib/session-store.ts';
import { useSession } from '../lib/use-session.ts';
import { adminNavigation, CLIENT_NAVIGATION, mayOpen, type NavigationEntry } from './navigation.ts';

const PUBLIC_ROUTES: readonly KnownRoute[] = [
  { path: PAGES.terms, label: 'Terms of Service' },
  { path: PAGES.privacy, label: 'Privacy Policy' },
];
const GUEST_ROUTES: readonly KnownRoute[] = [
  { path: PAGES.login, label: LABELS.logIn },
  { path: PAGES.signup, label: LABELS.createAccount },
  { path: PAGES.forgotPassword, label: 'Reset your password' },
];

const known = (entries: readonly NavigationEntry[]) => entries.map(({ to, label }) => ({ path: to, label }));

/** Suggests only pages that the user may open. */
function openRoutes(session: SessionSnapshot): readonly KnownRoute[] {
  if (session.status !== 'confirmed') return [...GUEST_ROUTES, ...PUBLIC_ROUTES];
  const client = [...known(CLIENT_NAVIGATION), ...PUBLIC_ROUTES];
  if (session.user.role !== 'admin') return client;
  const analytics = { path: PAGES.adminAnalytics, label: LABELS.analytics };
  const more = mayOpen(session.user, PAGES.adminAnalytics) ? [analytics] : [];
  return [...known(adminNavigation(session.user)), ...more, ...client];
}

export function NotFoundRoute() {
  const { pathname } = useLocation();
  return <NotFoundPage path={pathname} routes={openRoutes(useSession())} />;
}
