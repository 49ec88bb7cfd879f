import type { User } from '@lading/contract/identity.ts';
import { LABELS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import type { RuntimeConfig } from '@lading/contract/runtime-config.ts';
import { type ReactNode, useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { forgetReturnPath, rememberedReturnPath, rememberReturnPath } from '../lib/return-path.ts';
import { hasFactor, useSecondFactors } from '../lib/second-factors.ts';
import { checkSession } from '../lib/session-check.ts';
import { sessionStore } from '../lib/session-store.ts';
import { useRuntimeConfigQuery } from '../lib/use-runtime-config.ts';
import { useSession } from '../lib/use-session.ts';
import { Button } from '../ui/button.tsx';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { COPY } from './copy.ts';
import { dashboardOf } from './navigation.ts';

function SessionPending({ problem }: { problem: string | null }) {
  if (problem === null) return <PageSpinner label={COPY.checkingSession} />;
  return (
    <main className="mx-auto grid min-h-[60dvh] max-w-[40rem] content-center gap-6 p-4">
      <h1 className="text-h1">{COPY.sessionUnchecked}</h1>
      <ErrorPanel
        message={problem}
        onRetry={() => void checkSession()}
        action={
          // The server has not confirmed the stored session, so signing in starts a new one.
          <Button variant="ghost" onClick={() => sessionStore.clear()}>
            {LABELS.signIn}
          </Button>
        }
      />
    </main>
  );
}

/** Remembers the requested page, except after a deliberate sign-out. */
function RedirectToLogin({ remember }: { remember: boolean }) {
  const { pathname, search, hash } = useLocation();
  const from = `${pathname}${search}${hash}`;
  useEffect(() => {
    if (remember) rememberReturnPath(from);
    else forgetReturnPath();
  }, [remember, from]);
  return <Navigate to={PAGES.login} replace state={remember ? { from } : null} />;
}

const needsFactor = ({ secondFactorFor }: RuntimeConfig, { role }: User) =>
  secondFactorFor === 'everyone' || (secondFactorFor === 'staff' && role === 'admin');

/** Redirects an account without a required second factor to its setup. The server enforces the requirement. */
function RequireFactor({ user, children }: { user: User; children: ReactNode }) {
  const { pathname } = useLocation();
  const config = useRuntimeConfigQuery();
  const mayMiss = config.data !== undefined && needsFactor(config.data, user);
  const factors = useSecondFactors(mayMiss);
  // If a request failed, the pages show their own errors. The server enforces access.
  if (config.isError || factors.isError || (config.data && !mayMiss)) return children;
  if (!factors.data) return <PageSpinner label={COPY.checkingSession} />;
  const isMissing = factors.data.required && !hasFactor(factors.data);
  if (isMissing && pathname !== PAGES.setUpSecondFactor)
    return <Navigate to={PAGES.setUpSecondFactor} replace />;
  return children;
}

export function RequireSession({ children }: { children?: ReactNode }) {
  const session = useSession();
  const confirmed = session.status === 'confirmed';
  useEffect(() => {
    if (confirmed) forgetReturnPath();
  }, [confirmed]);
  if (session.status === 'unchecked') return <SessionPending problem={session.problem} />;
  if (session.status === 'none') return <RedirectToLogin remember={session.reason !== 'signed-out'} />;
  return <RequireFactor user={session.user}>{children ?? <Outlet />}</RequireFactor>;
}

export function RequireAdmin() {
  const session = useSession();
  const refused = session.status === 'confirmed' && session.user.role !== 'admin';
  return (
    <RequireSession>{refused ? <Navigate to={PAGES.clientDashboard} replace /> : <Outlet />}</RequireSession>
  );
}

/** For signed-out pages. After signing in, it redirects to the page the user came from. */
export function GuestOnly() {
  const session = useSession();
  const location = useLocation();
  if (session.status === 'unchecked') return <SessionPending problem={session.problem} />;
  if (session.status === 'none') return <Outlet />;
  const target = rememberedReturnPath(location.state) ?? dashboardOf(session.user);
  return <Navigate to={target} replace />;
}

/** The admin area without a page. */
export function AdminHome() {
  const session = useSession();
  return session.status === 'confirmed' ? <Navigate to={dashboardOf(session.user)} replace /> : null;
}

/** A document already loaded at '/' must not load '/' again, or it would reload forever. */
const loadedAtRoot = typeof window !== 'undefined' && window.location.pathname === PAGES.landing;

export function HomeRedirect() {
  const session = useSession();
  const leave = session.status === 'none' && !loadedAtRoot;
  useEffect(() => {
    if (leave) window.location.replace(PAGES.landing);
  }, [leave]);
  if (session.status === 'confirmed') return <Navigate to={dashboardOf(session.user)} replace />;
  if (session.status === 'unchecked') return <SessionPending problem={session.problem} />;
  return leave ? <PageSpinner label="Loading" /> : <Navigate to={PAGES.login} replace />;
}
