import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { transaction } from '../../platform/db/database.ts';
import { byActor } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { deleteInvitation, lockInvitation } from './invitations.store.ts';
import type { StaffDeps } from './staff.deps.ts';

export async function revokeInvitation(
  { db, clock }: StaffDeps,
  actor: Actor,
  invitationId: string,
): Promise<{ revoked: true }> {
  await transaction(db, async (trx) => {
    if (!(await lockInvitation(trx, invitationId))) throw new AppError('INVITATION_NOT_FOUND');
    await deleteInvitation(trx, invitationId);
    await recordEvent(trx, clock, actor, {
      type: 'REVOKE_STAFF_INVITATION',
      status: 'success',
      ...byActor(actor),
      details: { invitationId },
    });
  });
  return { revoked: true };
}
