import type { Clock } from '../../platform/clock.ts';
import { type Database, type Handle, type Trx, transaction } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log.ts';
import { SYSTEM_ORIGIN } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { closingOf, type IncidentKind } from './incident-kinds.ts';
import {
  insertIncident,
  reopenIncident,
  resolveIncident,
  selectIncident,
  selectOpenObjects,
  selectSettledObjects,
  updateLastSeen,
} from './incidents.store.ts';

interface Deps {
  clock: Clock;
  log: Log;
}

/** Opens an incident, once per kind and object, in a transaction of its own. */
export const reportIncident = (
  deps: Deps & { db: Database },
  kind: IncidentKind,
  objectId: string,
  detail: string,
): Promise<void> => transaction(deps.db, (trx) => reportIncidentIn(trx, deps, kind, objectId, detail));

/** Opens an incident in the caller's transaction. */
export async function reportIncidentIn(
  trx: Trx,
  { clock, log }: Deps,
  kind: IncidentKind,
  objectId: string,
  detail: string,
): Promise<void> {
  const now = clock.now();
  const report = { kind, objectId, detail };
  const staysClosed = closingOf(kind) === 'permanent';
  const isOpening =
    (await insertIncident(trx, report, now)) || (await reopenIncident(trx, report, now, staysClosed));
  if (!isOpening) {
    log.warn({ event: 'incident.seen_again', ...report }, 'Incident seen again');
    return updateLastSeen(trx, report, now);
  }
  log.error({ event: 'incident.opened', ...report }, 'Incident opened');
  await recordEvent(trx, clock, SYSTEM_ORIGIN, {
    type: 'MONEY_INCIDENT',
    status: 'error',
    userId: null,
    userRole: null,
    details: { kind, objectId, error: detail },
  });
}

/** True for closed incidents too. */
export const hasIncident = async (db: Handle, kind: IncidentKind, objectId: string): Promise<boolean> =>
  (await selectIncident(db, kind, objectId)) !== undefined;

/** The objects that have an open incident of this kind. */
export const openIncidentsOf = (db: Handle, kind: IncidentKind): Promise<string[]> =>
  selectOpenObjects(db, kind);

export const closeIncident = (trx: Trx, clock: Clock, kind: IncidentKind, objectId: string): Promise<void> =>
  resolveIncident(trx, { kind, objectId }, clock.now());

interface Problem {
  objectId: string;
  detail: string;
}

/**
 * Opens an incident for each problem and closes those whose problem is gone. `find` also checks the objects that have
 * an open incident. What an admin closed stays closed while the same problem is seen.
 */
export async function reconcileIncidents(
  deps: Deps & { db: Database },
  kind: IncidentKind,
  find: (openIds: readonly string[]) => Promise<Problem[]>,
): Promise<void> {
  const { db, clock } = deps;
  const open = await selectOpenObjects(db, kind);
  const problems = await find(open);
  const ids = problems.map(({ objectId }) => objectId);
  const settled = ids.length > 0 ? await selectSettledObjects(db, kind, ids) : new Set<string>();
  for (const { objectId, detail } of problems)
    if (!settled.has(objectId)) await reportIncident(deps, kind, objectId, detail);
  for (const objectId of open.filter((id) => !ids.includes(id)))
    await transaction(db, (trx) => closeIncident(trx, clock, kind, objectId));
}
