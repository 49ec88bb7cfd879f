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

/** `paused`: the pointer or the focus is on a toast. `kept`: the user has chosen to keep toasts. */
type HoldReason = 'paused' | 'kept';

/** One timer per toast. All can be paused and resumed together. `onEnd` runs when a toast's time is up. */
export function createCountdowns(clock: ToastClock, onEnd: (id: number) => void) {
  const countdowns = new Map<number, Countdown>();
  const holds = new Set<HoldReason>();

  const start = (id: number, remaining: number) => {
    const end = () => {
      countdowns.delete(id);
      onEnd(id);
    };
    const timer = holds.size > 0 ? undefined : clock.setTimer(end, remaining);
    countdowns.set(id, { remaining, startedAt: clock.now(), timer });
  };

  return {
    start,
    cancel(id: number) {
      clock.clearTimer(countdowns.get(id)?.timer);
      countdowns.delete(id);
    },
    cancelAll() {
      for (const { timer } of countdowns.values()) clock.clearTimer(timer);
      countdowns.clear();
    },
    hold(reason: HoldReason) {
      const held = holds.size > 0;
      holds.add(reason);
      if (held) return;
      for (const countdown of countdowns.values()) {
        clock.clearTimer(countdown.timer);
        countdown.remaining -= clock.now() - countdown.startedAt;
      }
    },
    release(reason: HoldReason) {
      if (!holds.delete(reason)) return;
      for (const [id, { remaining }] of countdowns) start(id, Math.max(0, remaining));
    },
  };
}
