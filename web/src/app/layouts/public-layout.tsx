import { LABELS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { Link, Outlet } from 'react-router';
import { SiteFooter } from '../../features/landing/site-footer.tsx';
import { SiteHeader } from '../../features/landing/site-header.tsx';
import { useSession } from '../../lib/use-session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Mark } from '../../ui/mark.tsx';
import { dashboardOf } from '../navigation.ts';
import { SkipLink } from '../skip-link.tsx';

/** For pages that need no session. */
export function PublicLayout() {
  const session = useSession();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      {session.status === 'none' ? (
        <SiteHeader />
      ) : (
        <header className="border-b border-line">
          <div className="mx-auto flex h-16 max-w-page items-center justify-between gap-3 px-4 md:px-6 lg:px-8">
            <a href={PAGES.landing} className="inline-flex min-h-11 items-center rounded-control">
              <Mark />
            </a>
            {session.status === 'confirmed' && (
              <Link to={dashboardOf(session.user)} className={buttonClass({ variant: 'secondary' })}>
                {LABELS.dashboard}
              </Link>
            )}
          </div>
        </header>
      )}
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        <Outlet />
      </main>
      <SiteFooter />
    </div>
  );
}
