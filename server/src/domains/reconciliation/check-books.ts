import { type Clock, days, later, minutes } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log.ts';
import type { IncidentKind } from './incident-kinds.ts';
import { findViolations } from './invariants.ts';
import { reportIncident } from './report-incident.ts';

/** Twice the time in which money must end as a label or a refund. */
const STUCK_AFTER_MS = minutes(45);
const RECENT_MS = days(2);

/** Holds the books against their invariants, keeps what is broken for the operator, and clears what has mended itself. */
export async function checkBooks(
  deps: { db: Database; clock: Clock; log: Log },
  extent: 'recent' | 'whole',
): Promise<number> {
  const { db, clock } = deps;
  const startedAt = clock.now();
  const since = extent === 'whole' ? null : later(startedAt, -RECENT_MS);
  const violations = await findViolations(db, { now: startedAt, maxInProgressMs: STUCK_AFTER_MS, since });
  for (const { invariant, objectId, detail } of violations) {
    const kind: IncidentKind = `invariant_${invariant.split(' ')[0]}`;
    await reportIncident(deps, kind, objectId, `${invariant}: ${detail}`);
  }
  if (extent === 'recent') return violations.length;
  await db
    .updateTable('incidents')
    .set({ resolved_at: startedAt })
    .where('kind', 'like', 'invariant\\_%')
    .where('resolved_at', 'is', null)
    .where('last_seen_at', '<', startedAt)
    .execute();
  return violations.length;
}

export const countOpenIncidents = async (db: Database): Promise<number> =>
  (
    await db
      .selectFrom('incidents')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('resolved_at', 'is', null)
      .executeTakeFirstOrThrow()
  ).count;
