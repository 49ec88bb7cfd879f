import type { Clock } from '../../platform/clock.ts';
import { type Database, type Handle, type Trx, transaction } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log.ts';
import { OURSELVES } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { type BreakKind, closingOf } from './break-kinds.ts';
import { insertBreak, reopenBreak, resolveBreak, selectBreak, updateLastSeen } from './breaks.store.ts';

interface Deps {
  clock: Clock;
  log: Log;
}

/** Opens an incident, once per kind and object, in a transaction of its own. */
export const reportBreak = (
  deps: Deps & { db: Database },
  kind: BreakKind,
  objectId: string,
  detail: string,
): Promise<void> => transaction(deps.db, (trx) => reportBreakIn(trx, deps, kind, objectId, detail));

/** Opens an incident in the caller's transaction. */
export async function reportBreakIn(
  trx: Trx,
  { clock, log }: Deps,
  kind: BreakKind,
  objectId: string,
  detail: string,
): Promise<void> {
  const now = clock.now();
  const report = { kind, objectId, detail };
  const staysClosed = closingOf(kind) === 'permanent';
  const isOpening =
    (await insertBreak(trx, report, now)) || (await reopenBreak(trx, report, now, staysClosed));
  if (!isOpening) {
    log.warn({ event: 'incident.seen_again', ...report }, 'Incident seen again');
    return updateLastSeen(trx, report, now);
  }
  log.error({ event: 'incident.opened', ...report }, 'Incident opened');
  await recordEvent(trx, clock, OURSELVES, {
    type: 'MONEY_INCIDENT',
    status: 'error',
    userId: null,
    userRole: null,
    details: { kind, objectId, error: detail },
  });
}

/** True for closed incidents too. */
export const hasBreak = async (db: Handle, kind: BreakKind, objectId: string): Promise<boolean> =>
  (await selectBreak(db, kind, objectId)) !== undefined;

export const closeBreak = (trx: Trx, clock: Clock, kind: BreakKind, objectId: string): Promise<void> =>
  resolveBreak(trx, { kind, objectId }, clock.now());
