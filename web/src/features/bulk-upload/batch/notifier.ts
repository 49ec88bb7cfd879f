/** Calls its listeners at most once per scheduled run, no matter how many changes there are. */
export function createNotifier(schedule: (run: () => void) => void) {
  const listeners = new Set<() => void>();
  let scheduled = false;
  const notify = () => {
    scheduled = false;
    for (const listener of [...listeners]) listener();
  };
  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    changed() {
      if (scheduled) return;
      scheduled = true;
      schedule(notify);
    },
  };
}
