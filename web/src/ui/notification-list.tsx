import { Bell, CircleAlert, CircleCheck, Info } from 'lucide-react';
import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import { toastStore } from './toast/toast.ts';
import type { ToastTone } from './toast/toast-store.ts';

const ICONS = {
  success: { icon: CircleCheck, look: 'text-ok-fg', word: 'Success' },
  error: { icon: CircleAlert, look: 'text-bad-fg', word: 'Error' },
  info: { icon: Info, look: 'text-info-fg', word: 'Note' },
} as const satisfies Record<ToastTone, unknown>;

/** Loaded on demand, so that the page does not wait for it. */
const Drawer = lazy(async () => ({ default: (await import('./drawer.tsx')).Drawer }));

const clockTime = new Intl.DateTimeFormat('en-US', {
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
});

/** Every toast since the page was loaded, newest first. */
export function NotificationList() {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const log = useSyncExternalStore(toastStore.subscribe, toastStore.log, toastStore.log);
  const openList = () => {
    toastStore.dismissAll();
    setWanted(true);
    setOpen(true);
  };
  return (
    <>
      <IconButton label="Notifications" aria-haspopup="dialog" onClick={openList}>
        <Icon of={Bell} />
      </IconButton>
      {wanted && (
        <Suspense>
          <Drawer open={open} onOpenChange={setOpen} title="Notifications" side="right">
            {log.length === 0 ? (
              <p className="rule-heavy pt-4 text-lead text-text-2">
                No notifications yet. Messages from this visit appear here.
              </p>
            ) : (
              <ol className="rule-heavy">
                {log.map(({ id, tone, text, at }) => {
                  const { icon, look, word } = ICONS[tone];
                  return (
                    <li key={id} className="flex items-start gap-3 border-b border-line py-3">
                      <Icon of={icon} className={cx('mt-0.5 size-5 shrink-0', look)} />
                      <p className="min-w-0 flex-1">
                        <span className="sr-only">{word}: </span>
                        {text}
                      </p>
                      <time dateTime={new Date(at).toISOString()} className="num text-small text-text-2">
                        {clockTime.format(at)}
                      </time>
                    </li>
                  );
                })}
              </ol>
            )}
          </Drawer>
        </Suspense>
      )}
    </>
  );
}
