import type { StaffMemberAnswer } from '@lading/contract/staff.ts';
import type { Actor } from '../../platform/actor.ts';
import { byActor } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { endSessionsOf } from '../identity/close-account.ts';
import { changeStaff } from './change-staff.ts';
import { showMember } from './show-staff.ts';
import type { StaffDeps } from './staff.deps.ts';

/** Signs the person out everywhere. */
export async function endStaffSessions(
  deps: StaffDeps,
  actor: Actor,
  memberId: string,
): Promise<StaffMemberAnswer> {
  await changeStaff(deps, actor, memberId, async (trx) => {
    await endSessionsOf(trx, memberId);
    await recordEvent(trx, deps.clock, actor, {
      type: 'END_STAFF_SESSIONS',
      status: 'success',
      ...byActor(actor),
      details: { staffId: memberId },
    });
  });
  return showMember(deps, memberId);
}
