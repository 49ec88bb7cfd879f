import { TOAST_DURATION_MS, TOAST_LIMIT } from '@lading/contract/constants.ts';
import { createStore } from '../../lib/create-store.ts';

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

/** Part of the duration, so that a toast is gone exactly when its time is up. */
export const TOAST_EXIT_MS = 140;

export interface ToastClock {
  now: () => number;
  setTimer: (run: () => void, ms: number) => unknown;
  clearTimer: (timer: unknown) => void;
}

interface Countdown {
  remaining: number;
  startedAt: number;
  timer: unknown;
}

export function createToastStore(clock: ToastClock) {
  const shown = createStore<readonly ToastItem[]>([]);
  let log: readonly ToastItem[] = [];
  let nextId = 1;
  /** Reasons for stopping all countdowns. */
  const holds = new Set<'paused' | 'kept'>();
  const countdowns = new Map<number, Countdown>();

  const remove = (id: number) => {
    clock.clearTimer(countdowns.get(id)?.timer);
    countdowns.delete(id);
    shown.set(shown.getSnapshot().filter((item) => item.id !== id));
  };

  const leave = (id: number) => {
    countdowns.delete(id);
    shown.set(shown.getSnapshot().map((item) => (item.id === id ? { ...item, leaving: true } : item)));
    clock.setTimer(() => remove(id), TOAST_EXIT_MS);
  };

  const run = (id: number, remaining: number) => {
    const timer = holds.size > 0 ? undefined : clock.setTimer(() => leave(id), remaining);
    countdowns.set(id, { remaining, startedAt: clock.now(), timer });
  };

  const hold = (reason: 'paused' | 'kept') => {
    const held = holds.size > 0;
    holds.add(reason);
    if (held) return;
    for (const countdown of countdowns.values()) {
      clock.clearTimer(countdown.timer);
      countdown.remaining -= clock.now() - countdown.startedAt;
    }
  };

  const release = (reason: 'paused' | 'kept') => {
    if (!holds.delete(reason)) return;
    for (const [id, countdown] of countdowns) run(id, Math.max(0, countdown.remaining));
  };

  /** Drops the oldest quiet toast first, so that quiet toasts never displace others. */
  const withRoomForOne = () => {
    const items = shown.getSnapshot();
    if (items.length < TOAST_LIMIT) return items;
    const oldest = items.find((item) => item.quiet) ?? items[0];
    clock.clearTimer(countdowns.get(oldest?.id ?? 0)?.timer);
    countdowns.delete(oldest?.id ?? 0);
    return items.filter((item) => item !== oldest);
  };

  return {
    show(tone: ToastTone, text: string, { quiet = false } = {}): number {
      const item: ToastItem = {
        id: nextId++,
        tone,
        text,
        at: clock.now(),
        leaving: false,
        quiet,
      };
      log = [item, ...log];
      shown.set([...withRoomForOne(), item]);
      run(item.id, TOAST_DURATION_MS[tone] - TOAST_EXIT_MS);
      return item.id;
    },

    dismiss: remove,

    /** Used when the notification list opens. */
    dismissAll() {
      for (const { timer } of countdowns.values()) clock.clearTimer(timer);
      countdowns.clear();
      shown.set([]);
    },

    pause: () => hold('paused'),
    resume: () => release('paused'),
    /** Whether toasts stay until dismissed. */
    keep: (wanted: boolean) => (wanted ? hold('kept') : release('kept')),

    subscribe: shown.subscribe,
    getSnapshot: shown.getSnapshot,
    /** Every toast since the page was loaded, newest first. */
    log: () => log,
  };
}
