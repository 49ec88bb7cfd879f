import { ago, type Clock, days, minutes } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log.ts';
import type { IncidentKind } from './incident-kinds.ts';
import { resolveUnseenInvariants } from './incidents.store.ts';
import { findViolations } from './invariants.store.ts';
import { reportIncident } from './report-incident.ts';

/** Much longer than a payment needs to become a label or a refund. */
const STUCK_AFTER_MS = minutes(45);
const RECENT_MS = days(2);

/**
 * Opens an incident for every violation in recent data or in the whole database. A check of the whole
 * database also resolves the incidents whose violation is gone.
 */
export async function checkInvariants(
  deps: { db: Database; clock: Clock; log: Log },
  extent: 'recent' | 'whole',
): Promise<number> {
  const { db, clock } = deps;
  const startedAt = clock.now();
  const since = extent === 'whole' ? null : ago(clock, RECENT_MS);
  const violations = await findViolations(db, { now: startedAt, maxInProgressMs: STUCK_AFTER_MS, since });
  for (const { invariant, objectId, detail } of violations) {
    const kind: IncidentKind = `invariant_${invariant.split(' ')[0]}`;
    await reportIncident(deps, kind, objectId, `${invariant}: ${detail}`);
  }
  if (extent === 'whole') await resolveUnseenInvariants(db, startedAt);
  return violations.length;
}
