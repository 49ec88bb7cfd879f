import { TOAST_DURATION_MS, TOAST_LIMIT } from '@lading/contract/constants.ts';
import { createStore } from '../../lib/create-store.ts';
import { createCountdowns, type ToastClock } from './countdowns.ts';

export type ToastTone = keyof typeof TOAST_DURATION_MS;

export interface ToastItem {
  id: number;
  tone: ToastTone;
  text: string;
  /** Milliseconds since the epoch. */
  at: number;
  leaving: boolean;
  /** One of many similar toasts: stacked, and not announced, because a summary is announced elsewhere. */
  quiet: boolean;
}

/** Included in the duration, so that a toast disappears exactly when its time is up. */
export const TOAST_EXIT_MS = 140;

export function createToastStore(clock: ToastClock) {
  const shown = createStore<readonly ToastItem[]>([]);
  let log: readonly ToastItem[] = [];
  let nextId = 1;

  const fadeOut = (id: number) => {
    shown.set(shown.getSnapshot().map((item) => (item.id === id ? { ...item, leaving: true } : item)));
    clock.setTimer(() => dismiss(id), TOAST_EXIT_MS);
  };
  const countdowns = createCountdowns(clock, fadeOut);

  const dismiss = (id: number) => {
    countdowns.cancel(id);
    shown.set(shown.getSnapshot().filter((item) => item.id !== id));
  };

  /** Drops the oldest quiet toast first, so that quiet toasts never displace others. */
  const withRoomForOne = () => {
    const items = shown.getSnapshot();
    const oldest = items.find((item) => item.quiet) ?? items[0];
    if (items.length < TOAST_LIMIT || !oldest) return items;
    countdowns.cancel(oldest.id);
    return items.filter((item) => item !== oldest);
  };

  const dismissAll = () => {
    countdowns.cancelAll();
    shown.set([]);
  };

  return {
    show(tone: ToastTone, text: string, { quiet = false } = {}): number {
      const item: ToastItem = { id: nextId++, tone, text, at: clock.now(), leaving: false, quiet };
      log = [item, ...log];
      shown.set([...withRoomForOne(), item]);
      countdowns.start(item.id, TOAST_DURATION_MS[tone] - TOAST_EXIT_MS);
      return item.id;
    },

    dismiss,

    /** Used when the notification list opens. */
    dismissAll,

    /** Also removes them from the log. */
    forget() {
      log = [];
      dismissAll();
    },

    pause: () => countdowns.hold('paused'),
    resume: () => countdowns.release('paused'),
    /** Whether toasts stay until dismissed. */
    keep: (wanted: boolean) => (wanted ? countdowns.hold('kept') : countdowns.release('kept')),

    subscribe: shown.subscribe,
    getSnapshot: shown.getSnapshot,
    /** Every toast since the page was loaded or the account changed, newest first. */
    log: () => log,
  };
}
