import { onTestFinished, vi } from 'vitest';

/**
 * Holds the timers of exactly this length until the test lets them expire. Vitest's fake timers do not fit here: a
 * click or a poll that has to wait moves their clock.
 */
export function holdTimers(ms: number) {
  const held = new Map<number, () => void>();
  const { setTimeout, clearTimeout } = globalThis;
  let lastId = 0;
  const starting = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
    callback: () => void,
    delay?: number,
    ...rest: unknown[]
  ) => {
    if (delay !== ms) return setTimeout(callback, delay, ...rest);
    // Never the number of a real timer.
    lastId -= 1;
    held.set(lastId, callback);
    return lastId;
  }) as typeof setTimeout);
  const clearing = vi.spyOn(globalThis, 'clearTimeout').mockImplementation((id) => {
    if (!held.delete(Number(id))) clearTimeout(id);
  });
  onTestFinished(() => {
    starting.mockRestore();
    clearing.mockRestore();
  });
  return {
    waiting: () => held.size,
    expire: () => {
      const due = [...held.values()];
      held.clear();
      for (const callback of due) callback();
    },
  };
}
