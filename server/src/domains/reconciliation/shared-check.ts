import { type Clock, later, minutes } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';

/** A check reads the data of all time, so all readers of the incident list share its result for this long. */
const SHARED_MS = minutes(1);

interface Check {
  startedAt: Date;
  found: ReadonlySet<string>;
}

interface SharedCheck {
  until: Date;
  check: Promise<Check>;
}

const checks = new WeakMap<Database, Map<string, SharedCheck>>();

/** Runs a check, unless its result is less than a minute old. */
export function sharedCheck(
  { db, clock }: { db: Database; clock: Clock },
  name: string,
  find: () => Promise<ReadonlySet<string>>,
): Promise<Check> {
  const known = checks.get(db) ?? new Map<string, SharedCheck>();
  checks.set(db, known);
  const shared = known.get(name);
  const startedAt = clock.now();
  if (shared && startedAt < shared.until) return shared.check;
  const check = find().then((found) => ({ startedAt, found }));
  known.set(name, { until: later(startedAt, SHARED_MS), check });
  check.catch(() => known.delete(name));
  return check;
}
