import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { type FocusEvent, type PointerEvent, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { useBrowserSwitch } from '../../lib/browser-switch.ts';
import { useStore } from '../../lib/create-store.ts';
import { Button } from '../button.tsx';
import { cx } from '../cx.ts';
import { Icon } from '../icon.tsx';
import { keepNotifications, toastStore } from './toast.ts';
import type { ToastItem } from './toast-store.ts';

const TONES = {
  success: { look: 'text-ok-fg', edge: 'border-l-ok-fg', icon: CircleCheck },
  error: { look: 'text-bad-fg', edge: 'border-l-bad-solid', icon: CircleAlert },
  info: { look: 'text-info-fg', edge: 'border-l-info-fg', icon: Info },
} as const;

const QUIET_SHOWN = 3;

/** Moves the focus away from a button that is about to be removed. */
type PassFocus = (from: HTMLElement) => void;

/**
 * Only a pointer that moves onto a toast holds it. A toast that appears under a resting pointer disappears on time. A
 * success toast always does.
 */
function holdUnderPointer({ target, movementX, movementY }: PointerEvent) {
  if (movementX === 0 && movementY === 0) return;
  const tone =
    target instanceof Element ? target.closest<HTMLElement>('[data-tone]')?.dataset.tone : undefined;
  if (tone !== undefined && tone !== 'success') toastStore.pause();
}

const GAP_PX = 8;

/** Keeps the first toasts below the control that was just used, so that they never cover it. */
function useRoomForControl(section: { current: HTMLElement | null }, isEmpty: boolean) {
  const used = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const note = ({ target }: Event) => {
      if (target instanceof Element && !section.current?.contains(target))
        used.current = target.closest('button, a, input, select, textarea');
    };
    document.addEventListener('click', note, true);
    return () => document.removeEventListener('click', note, true);
  }, [section]);
  useLayoutEffect(() => {
    const box = section.current;
    if (!box || isEmpty) return;
    box.style.top = '';
    const control = used.current?.isConnected ? used.current.getBoundingClientRect() : null;
    const own = box.getBoundingClientRect();
    const covers =
      control && control.right > own.left && control.bottom > own.top && control.top < own.bottom;
    if (covers && control.bottom < window.innerHeight / 2) box.style.top = `${control.bottom + GAP_PX}px`;
  }, [section, isEmpty]);
}

/** Both live regions are always rendered, because they announce only changes. */
export function Toaster() {
  const items = useStore(toastStore);
  const kept = useBrowserSwitch(keepNotifications);
  const section = useRef<HTMLElement>(null);
  const focusedBefore = useRef<EventTarget | null>(null);
  useRoomForControl(section, items.length === 0);
  useEffect(() => () => toastStore.resume(), []);
  useEffect(() => {
    if (items.length === 0) toastStore.resume();
  }, [items.length]);
  const enter = ({ currentTarget, relatedTarget }: FocusEvent) => {
    toastStore.pause();
    if (!currentTarget.contains(relatedTarget)) focusedBefore.current = relatedTarget;
  };
  const passFocus: PassFocus = (from) => {
    const buttons = [...(section.current?.querySelectorAll<HTMLElement>('[data-tone] button') ?? [])];
    const place = buttons.indexOf(from);
    const next = buttons[place + 1] ?? buttons[place - 1] ?? focusedBefore.current;
    if (next instanceof HTMLElement) next.focus();
  };
  const newest = items.toReversed();
  const spoken = newest.filter((item) => !item.quiet);
  const quiet = newest.filter((item) => item.quiet);
  return (
    <section
      ref={section}
      aria-label="Notifications"
      data-toaster=""
      className={cx(
        'pointer-events-none fixed inset-x-2 top-14 z-50 flex max-h-[calc(100dvh-3.5rem)] flex-col gap-2 overflow-y-auto overscroll-contain p-2 sm:left-auto sm:w-[23.5rem]',
        // Kept toasts must leave room for the page.
        kept && 'max-sm:max-h-[50dvh]',
      )}
      onPointerMove={holdUnderPointer}
      onPointerLeave={toastStore.resume}
      onFocus={enter}
      onBlur={toastStore.resume}
    >
      {kept && items.length > 1 && (
        <Button
          variant="secondary"
          size="sm"
          className="pointer-events-auto shrink-0 self-end"
          onClick={() => {
            if (focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus();
            toastStore.dismissAll();
          }}
        >
          Dismiss all {items.length}
        </Button>
      )}
      <div role="alert" aria-live="assertive" aria-atomic="false" className="flex flex-col gap-2">
        {spoken
          .filter((item) => item.tone === 'error')
          .map((item) => (
            <Toast key={item.id} item={item} passFocus={passFocus} />
          ))}
      </div>
      <div role="status" aria-live="polite" aria-atomic="false" className="flex flex-col gap-2">
        {spoken
          .filter((item) => item.tone !== 'error')
          .map((item) => (
            <Toast key={item.id} item={item} passFocus={passFocus} />
          ))}
      </div>
      {quiet.length > 0 && <QuietStack items={quiet} passFocus={passFocus} />}
    </section>
  );
}

interface QuietStackProps {
  items: readonly ToastItem[];
  passFocus: PassFocus;
}

/** Outside the live regions: the newest quiet toasts and the number of the others. */
function QuietStack({ items, passFocus }: QuietStackProps) {
  const behind = items.length - QUIET_SHOWN;
  return (
    <div className="flex flex-col gap-2">
      {items.slice(0, QUIET_SHOWN).map((item, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards stay and their text changes, or fast updates would never be visible.
        <Toast key={place} item={item} passFocus={passFocus} />
      ))}
      {behind > 0 && (
        <p className="num self-end rounded-full bg-text px-2.5 py-0.5 text-small text-canvas">
          {behind} more
        </p>
      )}
    </div>
  );
}

interface ToastProps {
  item: ToastItem;
  passFocus: PassFocus;
}

function Toast({ item, passFocus }: ToastProps) {
  const { look, edge, icon } = TONES[item.tone];
  const textId = useId();
  const dismiss = (button: HTMLElement, byKey: boolean) => {
    // Removing an element fires neither blur nor pointerleave.
    toastStore.resume();
    if (byKey) passFocus(button);
    toastStore.dismiss(item.id);
  };
  return (
    <div
      data-tone={item.tone}
      className={cx(
        'animate-toast pointer-events-auto flex items-start gap-2.5 rounded-card border-l-[3px] bg-surface py-1.5 pr-1 pl-3 text-body text-text shadow-popover transition-opacity duration-140 ease-exit',
        edge,
        item.leaving && 'opacity-0',
      )}
    >
      <Icon of={icon} className={cx('my-2 size-5 shrink-0 md:my-1.5', look)} />
      <p id={textId} className="min-w-0 flex-1 py-1.5">
        {item.text}
      </p>
      <button
        type="button"
        aria-label="Dismiss notification"
        aria-describedby={textId}
        title="Dismiss notification"
        onClick={(event) => dismiss(event.currentTarget, event.detail === 0)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          // Keeps Escape from also closing a dialog behind the toast.
          event.stopPropagation();
          dismiss(event.currentTarget, true);
        }}
        className="inline-flex size-9 shrink-0 items-center justify-center rounded-control text-text-2 hover:bg-surface-3 hover:text-text focus-visible:-outline-offset-2 md:size-8"
      >
        <Icon of={X} className="size-4" />
      </button>
    </div>
  );
}
