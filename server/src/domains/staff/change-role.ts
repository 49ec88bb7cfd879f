import { mayDo } from '@lading/contract/permissions.ts';
import type { StaffMemberAnswer, StaffRoleBody } from '@lading/contract/staff.ts';
import type { Actor } from '../../platform/actor.ts';
import { byActor } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { changeStaff } from './change-staff.ts';
import { deleteInvitationsBy } from './invitations.store.ts';
import { showMember } from './show-staff.ts';
import type { StaffDeps } from './staff.deps.ts';
import { updateStaffRole } from './staff.store.ts';

/** Takes effect with the person's next request, because every request reads the role. */
export async function changeRole(
  deps: StaffDeps,
  actor: Actor,
  memberId: string,
  { role }: StaffRoleBody,
): Promise<StaffMemberAnswer> {
  await changeStaff(deps, actor, memberId, async (trx, member) => {
    if (member.staff_role === role) return;
    await updateStaffRole(trx, memberId, role);
    // A person who loses the right to invite must not keep access through open invitations.
    if (!mayDo(role, 'staff.manage')) await deleteInvitationsBy(trx, memberId);
    await recordEvent(trx, deps.clock, actor, {
      type: 'CHANGE_STAFF_ROLE',
      status: 'success',
      ...byActor(actor),
      details: { staffId: memberId, before: member.staff_role ?? '', after: role },
    });
  });
  return showMember(deps, memberId);
}
