import type { StaffMemberAnswer } from '@lading/contract/staff.ts';
import type { Actor } from '../../platform/actor.ts';
import { byActor } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { setAccountStatus } from '../identity/close-account.ts';
import { changeStaff } from './change-staff.ts';
import { deleteInvitationsBy } from './invitations.store.ts';
import { showMember } from './show-staff.ts';
import type { StaffDeps } from './staff.deps.ts';

/** Suspending ends all sessions and revokes the invitations that the person sent. Idempotent. */
export async function setStaffStatus(
  deps: StaffDeps,
  actor: Actor,
  memberId: string,
  status: 'active' | 'suspended',
): Promise<StaffMemberAnswer> {
  await changeStaff(deps, actor, memberId, async (trx, member) => {
    if (member.status === status) return;
    await setAccountStatus(trx, memberId, status);
    if (status === 'suspended') await deleteInvitationsBy(trx, memberId);
    await recordEvent(trx, deps.clock, actor, {
      type: status === 'active' ? 'ACTIVATE_STAFF' : 'SUSPEND_STAFF',
      status: 'success',
      ...byActor(actor),
      details: { staffId: memberId },
    });
  });
  return showMember(deps, memberId);
}
