import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, transaction } from '../../platform/db/database.ts';
import { recordEvent } from '../audit/record-event.ts';
import { isFixed } from './check-invariants.ts';
import { canBeSettled } from './incident-kinds.ts';
import { settleOpenIncident } from './incidents.store.ts';

/** An admin closes an incident and says why. A violated invariant can be closed once it holds again. */
export async function settleIncident(
  deps: { db: Database; clock: Clock },
  admin: Actor,
  { kind, objectId, note }: { kind: string; objectId: string; note: string },
): Promise<void> {
  const { db, clock } = deps;
  if (!canBeSettled(kind) && !(await isFixed(deps, { kind, objectId })))
    throw new AppError('INCIDENT_CLEARS_ITSELF');
  await transaction(db, async (trx) => {
    const settled = { resolved_at: clock.now(), settled_by: admin.userId, settled_note: note };
    if (!(await settleOpenIncident(trx, { kind, objectId }, settled)))
      throw new AppError('INCIDENT_NOT_FOUND');
    await recordEvent(trx, clock, admin, {
      type: 'SETTLE_INCIDENT',
      status: 'success',
      userId: admin.userId,
      userRole: admin.role,
      details: { kind, objectId, note },
    });
  });
}
