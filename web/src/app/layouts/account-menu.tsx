import type { User } from '@lading/contract/identity.ts';
import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, Suspense, useId, useRef, useState } from 'react';
import { usePending } from '../../lib/use-pending.ts';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { signOut } from '../sign-out.ts';
import { AccountMenuPopup, preloadLayers } from './layers.ts';

const initialOf = (name: string) => Array.from(name.trim())[0]?.toLocaleUpperCase('en') ?? '?';

interface AccountMenuProps {
  user: User;
  area: 'client' | 'admin';
  onHelp: () => void;
}

/** The menu itself loads later, so that the first page does not wait for it. */
export function AccountMenu({ user, area, onHelp }: AccountMenuProps) {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const { pending, run } = usePending();
  const home = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const id = useId();
  const show = (next: boolean) => {
    setWanted(true);
    setOpen(next);
  };
  const openByArrow = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    show(true);
  };
  return (
    <div ref={home} className="flex min-w-0">
      <button
        ref={trigger}
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-busy={pending || undefined}
        onClick={() => show(!open)}
        onKeyDown={openByArrow}
        onPointerEnter={preloadLayers}
        onFocus={preloadLayers}
        className="flex min-h-11 min-w-0 items-center gap-2.5 rounded-control px-1.5 py-1 text-left hover:bg-surface-3 aria-expanded:bg-surface-3"
      >
        <span
          aria-hidden="true"
          className="grid size-8 shrink-0 place-items-center rounded-full bg-primary-soft font-semibold text-on-primary-soft"
        >
          {pending ? <Spinner /> : initialOf(user.name)}
        </span>
        <span className="min-w-0 max-w-[9rem] sm:max-w-[15rem]">
          <VisuallyHidden>Account: </VisuallyHidden>
          <span className="block truncate text-small font-semibold text-text">{user.name}</span>{' '}
          <span className="block truncate text-small text-text-2">{user.email}</span>
        </span>
        <Icon of={ChevronDown} className="size-4 shrink-0 text-text-2" />
      </button>
      {wanted && (
        <Suspense>
          <AccountMenuPopup
            id={id}
            user={user}
            area={area}
            open={open}
            onOpenChange={setOpen}
            trigger={trigger}
            container={home}
            onHelp={onHelp}
            onSignOut={() => void run(signOut)}
          />
        </Suspense>
      )}
    </div>
  );
}
