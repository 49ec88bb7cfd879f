/** Runs once before the next picture is drawn; in a hidden tab, where none is drawn, a little later. */
export function nextFrame(run: () => void): void {
  if (document.visibilityState === 'visible') {
    let ran = false;
    const once = () => {
      if (ran) return;
      ran = true;
      run();
    };
    requestAnimationFrame(once);
    // A tab that is hidden before the frame would never get it.
    setTimeout(once, 250);
  } else setTimeout(run, 100);
}

/** Tells listeners at most once per frame, however much has changed. */
export function createNotifier(schedule: (run: () => void) => void) {
  const listeners = new Set<() => void>();
  let scheduled = false;
  const tell = () => {
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
      schedule(tell);
    },
  };
}
