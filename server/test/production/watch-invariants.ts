import { setTimeout as sleep } from 'node:timers/promises';
import { findViolations } from '../../src/domains/reconciliation/invariants.store.ts';
import { hours } from '../../src/platform/clock.ts';
import type { Database } from '../../src/platform/db/database.ts';

const LOOK_AGAIN_MS = 1_000;

interface InvariantsWatch {
  /** All errors found, and the number of checks. */
  stop(): Promise<{ faults: string[]; looks: number }>;
}

/** Checks the invariants, except deadlines, every second during a run. */
export function watchInvariants(db: Database): InvariantsWatch {
  const faults = new Set<string>();
  let looks = 0;
  let stopped = false;
  const watching = (async () => {
    while (!stopped) {
      const violations = await findViolations(db, {
        now: new Date(),
        maxInProgressMs: hours(1),
        since: null,
      });
      for (const { invariant, objectId, detail } of violations)
        faults.add(`during the run, ${invariant}: ${objectId} ${detail}`);
      looks += 1;
      await sleep(LOOK_AGAIN_MS);
    }
  })();
  // Awaited at the stop; an earlier failure must not end the run.
  watching.catch(() => {});
  return {
    stop: async () => {
      stopped = true;
      await watching;
      return { faults: [...faults], looks };
    },
  };
}
