import { ATTENTION_PERMISSIONS, isAboutClients, type SnoozeBody } from '@lading/contract/attention.ts';
import { dateIn } from '@lading/contract/calendar-date.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Trx, transaction } from '../../platform/db/database.ts';
import { requirePermission } from '../../platform/permission.ts';
import { byActor } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { isOrWasClient } from '../balances/balance-standing.ts';
import type { AttentionDeps } from './attention.deps.ts';
import { deleteEndedSnoozes, deleteSnoozes, deleteSnoozesOf, upsertSnooze } from './snoozes.store.ts';

/** Hides a row from all admins until the operator's day is over. */
export async function snoozeAttention(
  { db, clock, timeZone }: AttentionDeps,
  admin: Actor,
  { kind, subject }: SnoozeBody,
): Promise<void> {
  requirePermission(admin, ATTENTION_PERMISSIONS[kind]);
  const now = clock.now();
  await transaction(db, async (trx) => {
    if (isAboutClients(kind) && !(await isOrWasClient(trx, subject))) throw new AppError('CLIENT_NOT_FOUND');
    await deleteEndedSnoozes(trx, now);
    await upsertSnooze(trx, { kind, subject }, { now, today: dateIn(timeZone, now) });
    await recordEvent(trx, clock, admin, {
      type: 'SNOOZE_ATTENTION',
      status: 'success',
      ...byActor(admin),
      details: {
        kind,
        ...(isAboutClients(kind) ? { clientId: subject } : kind === 'incidents' ? { incident: subject } : {}),
      },
    });
  });
}

/** Shows all snoozed rows again. Returns how many snoozes were in force. */
export async function endSnoozes({ db, clock }: AttentionDeps, admin: Actor): Promise<number> {
  return transaction(db, async (trx) => {
    const ended = await deleteSnoozes(trx, clock.now());
    if (ended > 0)
      await recordEvent(trx, clock, admin, {
        type: 'END_SNOOZES',
        status: 'success',
        ...byActor(admin),
        details: { ended },
      });
    return ended;
  });
}

/** With the client's data. */
export const eraseSnoozesOf = (trx: Trx, userId: string): Promise<void> => deleteSnoozesOf(trx, userId);
