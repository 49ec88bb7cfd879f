import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { cx } from '../cx.ts';
import { toastStore } from './toast.ts';
import type { ToastItem } from './toast-store.ts';

const TONES = {
  success: { look: 'text-ok-fg', edge: 'border-l-ok-fg', Icon: CircleCheck },
  error: { look: 'text-bad-fg', edge: 'border-l-bad-solid', Icon: CircleAlert },
  info: { look: 'text-info-fg', edge: 'border-l-info-fg', Icon: Info },
} as const;

const QUIET_SHOWN = 3;

/** Two regions that are always there: a live region announces only what is added to it after it exists. */
export function Toaster() {
  const items = useSyncExternalStore(toastStore.subscribe, toastStore.shown, toastStore.shown);
  useEffect(() => () => toastStore.resume(), []);
  useEffect(() => {
    if (items.length === 0) toastStore.resume();
  }, [items.length]);
  const newest = items.toReversed();
  const spoken = newest.filter((item) => !item.quiet);
  const quiet = newest.filter((item) => item.quiet);
  return (
    <section
      aria-label="Notifications"
      data-toaster=""
      className="pointer-events-none fixed inset-x-2 top-14 z-50 flex max-h-[calc(100dvh-3.5rem)] flex-col gap-2 overflow-y-auto overscroll-contain p-2 sm:left-auto sm:w-[23.5rem]"
      onPointerEnter={toastStore.pause}
      onPointerLeave={toastStore.resume}
      onFocus={toastStore.pause}
      onBlur={toastStore.resume}
    >
      <div role="alert" aria-live="assertive" aria-atomic="false" className="flex flex-col gap-2">
        {spoken
          .filter((item) => item.tone === 'error')
          .map((item) => (
            <Toast key={item.id} item={item} />
          ))}
      </div>
      <div role="status" aria-live="polite" aria-atomic="false" className="flex flex-col gap-2">
        {spoken
          .filter((item) => item.tone !== 'error')
          .map((item) => (
            <Toast key={item.id} item={item} />
          ))}
      </div>
      {quiet.length > 0 && <QuietStack items={quiet} />}
    </section>
  );
}

/** Outside the live regions. The newest ones, and how many stand behind them. */
function QuietStack({ items }: { items: readonly ToastItem[] }) {
  const behind = items.length - QUIET_SHOWN;
  return (
    <div className="flex flex-col gap-2">
      {items.slice(0, QUIET_SHOWN).map((item, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: in a crowd the cards stay and their words change, or none would ever be seen.
        <Toast key={place} item={item} />
      ))}
      {behind > 0 && (
        <p className="num self-end rounded-full bg-text px-2.5 py-0.5 text-small text-canvas">
          {behind} more
        </p>
      )}
    </div>
  );
}

function Toast({ item }: { item: ToastItem }) {
  const { look, edge, Icon } = TONES[item.tone];
  return (
    <div
      data-tone={item.tone}
      className={cx(
        'animate-toast pointer-events-auto flex items-start gap-2.5 rounded-card border-l-[3px] bg-surface py-1.5 pr-1 pl-3 text-body text-text shadow-popover transition-opacity duration-140 ease-exit',
        edge,
        item.leaving && 'opacity-0',
      )}
    >
      <Icon aria-hidden="true" strokeWidth={1.75} className={cx('my-2 size-5 shrink-0 md:my-1.5', look)} />
      <p className="min-w-0 flex-1 py-1.5">{item.text}</p>
      <button
        type="button"
        aria-label="Dismiss notification"
        title="Dismiss notification"
        onClick={() => {
          // A removed button gives no blur, and its toast no leave.
          toastStore.dismiss(item.id);
          toastStore.resume();
        }}
        className="inline-flex size-9 shrink-0 items-center justify-center rounded-control text-text-2 hover:bg-surface-3 hover:text-text focus-visible:-outline-offset-2 md:size-8"
      >
        <X aria-hidden="true" strokeWidth={1.75} className="size-4" />
      </button>
    </div>
  );
}
