import { Menu as MenuIcon } from 'lucide-react';
import { Suspense, useEffect, useId, useState } from 'react';
import { Outlet, useLocation, useMatches } from 'react-router';
import { useSession } from '../../lib/use-session.ts';
import { IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { Mark } from '../../ui/mark.tsx';
import { NotificationList } from '../../ui/notification-list.tsx';
import type { NavigationEntry } from '../navigation.ts';
import { currentTitle } from '../route-title.ts';
import { SkipLink } from '../skip-link.tsx';
import { VerifyEmailBanner } from '../verify-email-banner.tsx';
import { AccountMenu } from './account-menu.tsx';
import type { HelpLayer } from './help-dialogs.tsx';
import { Drawer, HelpDialogs, preloadLayers } from './layers.ts';
import { NavigationList } from './navigation-list.tsx';
import { useMediaQuery } from './use-media-query.ts';
import { useShellShortcuts } from './use-shell-shortcuts.ts';

const PRELOAD_AFTER_MS = 3000;

interface ShellProps {
  area: 'client' | 'admin';
  navigation: readonly NavigationEntry[];
}

export function Shell({ area, navigation }: ShellProps) {
  const session = useSession();
  const title = currentTitle(useMatches());
  const [layer, setLayer] = useState<HelpLayer>(null);
  const [helpWanted, setHelpWanted] = useState(false);
  const openLayer = (next: HelpLayer) => {
    setHelpWanted(true);
    setLayer(next);
  };
  useEffect(() => {
    // After the page has loaded, but early enough to be available if the network drops.
    const timer = setTimeout(preloadLayers, PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  useShellShortcuts(navigation, () => openLayer('shortcuts'));
  if (session.status !== 'confirmed') return null;
  const admin = area === 'admin';
  return (
    <div className="md:grid md:grid-cols-[232px_minmax(0,1fr)]">
      <SkipLink />
      <aside className="sticky top-0 hidden h-dvh flex-col overflow-y-auto border-r border-line bg-surface md:flex">
        <div className="flex h-14 shrink-0 items-center px-5">
          <Mark />
        </div>
        <NavigationList entries={navigation} className="mt-2 px-3" />
      </aside>
      <div className="flex min-h-dvh min-w-0 flex-col">
        <header
          className={cx(
            'sticky top-0 z-20 flex h-14 items-center gap-1 bg-surface px-2 md:gap-3 md:px-6 lg:px-8',
            admin ? 'border-b-2 border-text' : 'border-b border-line',
          )}
        >
          <MobileNavigation entries={navigation} />
          <p className="text-micro flex min-w-0 items-center gap-2 text-text-2">
            {admin && <span className="rounded-badge bg-text px-1.5 text-canvas">Admin</span>}
            <span className="hidden truncate sm:block">{title}</span>
          </p>
          <div className="ml-auto flex min-w-0 items-center gap-1">
            <NotificationList />
            <AccountMenu user={session.user} area={area} onHelp={() => openLayer('help')} />
          </div>
        </header>
        {!admin && <VerifyEmailBanner />}
        <main
          id="main"
          tabIndex={-1}
          className="w-full max-w-[calc(75rem+4rem)] flex-1 px-4 pt-6 pb-16 outline-none md:px-6 md:pt-8 lg:px-8"
        >
          <Outlet />
        </main>
      </div>
      {helpWanted && (
        <Suspense>
          <HelpDialogs layer={layer} onLayer={setLayer} />
        </Suspense>
      )}
    </div>
  );
}

/** Not rendered while closed, so that Tab cannot reach it. */
function MobileNavigation({ entries }: { entries: readonly NavigationEntry[] }) {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const { pathname } = useLocation();
  const wide = useMediaQuery('(width >= 48rem)');
  const id = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes on a new page or a wide window.
  useEffect(() => setOpen(false), [pathname, wide]);
  return (
    <>
      <IconButton
        label="Open navigation"
        aria-expanded={open}
        aria-controls={id}
        aria-haspopup="dialog"
        className="md:hidden"
        onPointerEnter={preloadLayers}
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
      >
        <Icon of={MenuIcon} />
      </IconButton>
      {wanted && (
        <Suspense>
          <Drawer open={open} onOpenChange={setOpen} title={<Mark />} side="left" id={id}>
            <NavigationList entries={entries} onPick={() => setOpen(false)} />
          </Drawer>
        </Suspense>
      )}
    </>
  );
}
