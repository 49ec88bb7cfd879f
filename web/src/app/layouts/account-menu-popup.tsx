import { Menu } from '@base-ui/react/menu';
import type { User } from '@lading/contract/identity.ts';
import { STAFF_ROLE_NAMES } from '@lading/contract/permissions.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { ArrowLeftRight, Check, CircleHelp, LogOut, ShieldCheck } from 'lucide-react';
import { type ReactNode, type RefObject, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { staffRoleOf } from '../../lib/may.ts';
import { readTheme, setTheme, subscribeTheme, type Theme } from '../../lib/theme.ts';
import { Icon } from '../../ui/icon.tsx';
import { dashboardOf } from '../navigation.ts';

const THEMES: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'System theme' },
  { value: 'light', label: 'Light theme' },
  { value: 'dark', label: 'Dark theme' },
];

const itemClass =
  'flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control px-2.5 text-body outline-none select-none data-highlighted:bg-surface-3 data-highlighted:shadow-[inset_2px_0_0_var(--text)] md:min-h-9 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-text-2';

interface AccountMenuPopupProps {
  id: string;
  user: User;
  area: 'client' | 'admin';
  open: boolean;
  onOpenChange: (open: boolean) => void;
  trigger: RefObject<HTMLButtonElement | null>;
  /** Inside the header, so that the open menu is within a landmark. */
  container: RefObject<HTMLDivElement | null>;
  onHelp: () => void;
  onSignOut: () => void;
}

export function AccountMenuPopup(props: AccountMenuPopupProps) {
  const { id, user, area, open, onOpenChange, trigger, container, onHelp, onSignOut } = props;
  const navigate = useNavigate();
  const elsewhere = area === 'admin' ? PAGES.clientDashboard : dashboardOf(user);
  const staffRole = staffRoleOf(user);
  return (
    <Menu.Root open={open} onOpenChange={onOpenChange}>
      <Menu.Portal container={container}>
        <Menu.Positioner anchor={trigger} align="end" sideOffset={6} className="z-30 outline-none">
          <Menu.Popup
            id={id}
            finalFocus={trigger}
            className="w-[min(17rem,calc(100vw-1rem))] rounded-card bg-surface p-1.5 text-text shadow-popover outline-none transition-opacity duration-140 data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            <Menu.Group>
              <Menu.GroupLabel className="px-2.5 pt-1.5 pb-2.5 break-words">
                <span className="block text-strong">{user.name}</span>
                <span className="block text-small break-all text-text-2">{user.email}</span>
                {staffRole && (
                  <span className="block text-small text-text-2">{STAFF_ROLE_NAMES[staffRole]}</span>
                )}
              </Menu.GroupLabel>
              <ThemeItems />
              <Menu.Separator className="mx-1 my-1.5 h-px bg-line" />
              {user.role === 'admin' && (
                <Item icon={<ArrowLeftRight aria-hidden="true" />} onPick={() => void navigate(elsewhere)}>
                  {area === 'admin' ? 'Client area' : 'Admin area'}
                </Item>
              )}
              <Item
                icon={<ShieldCheck aria-hidden="true" />}
                onPick={() => void navigate(area === 'admin' ? PAGES.adminSecurity : PAGES.security)}
              >
                Sign-in security
              </Item>
              <Item icon={<CircleHelp aria-hidden="true" />} onPick={onHelp}>
                Help
              </Item>
              <Item icon={<LogOut aria-hidden="true" />} onPick={onSignOut}>
                Log out
              </Item>
            </Menu.Group>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Item({ icon, onPick, children }: { icon: ReactNode; onPick: () => void; children: ReactNode }) {
  return (
    <Menu.Item className={itemClass} onClick={onPick}>
      {icon}
      {children}
    </Menu.Item>
  );
}

function ThemeItems() {
  const theme = useSyncExternalStore(subscribeTheme, readTheme);
  return (
    <Menu.RadioGroup value={theme} onValueChange={setTheme} className="rule-heavy pt-1.5">
      {THEMES.map(({ value, label }) => (
        <Menu.RadioItem key={value} value={value} className={itemClass}>
          <span className="grid size-4 place-items-center">
            <Menu.RadioItemIndicator>
              <Icon of={Check} strokeWidth={2.5} />
            </Menu.RadioItemIndicator>
          </span>
          {label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
