import { pauseBefore } from '../../../lib/retry.ts';

/** The clock and timers of the batch store, in one object that tests can replace. */
export interface Scheduler {
  /** Runs before the next frame is drawn. */
  nextFrame: (run: () => void) => void;
  /** Runs in its own task, so that the page can draw and handle input first. */
  later: (run: () => void) => void;
  /** Returns a function that cancels the run. */
  delay: (run: () => void, ms: number) => () => void;
  /** Backs off before the next attempt. */
  pause: (attempt: number, signal?: AbortSignal) => Promise<void>;
  /** Milliseconds on a clock that never goes backward. */
  now: () => number;
  date: () => Date;
}

const HIDDEN_TAB_MS = 100;
const MISSED_FRAME_MS = 250;

function nextFrame(run: () => void): void {
  if (document.visibilityState !== 'visible') {
    setTimeout(run, HIDDEN_TAB_MS);
    return;
  }
  let ran = false;
  const once = () => {
    if (ran) return;
    ran = true;
    run();
  };
  requestAnimationFrame(once);
  // A tab that is hidden before the frame would never get one.
  setTimeout(once, MISSED_FRAME_MS);
}

export const browserScheduler: Scheduler = {
  nextFrame,
  later: (run) => setTimeout(run, 0),
  delay: (run, ms) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  pause: pauseBefore,
  now: () => performance.now(),
  date: () => new Date(),
};
