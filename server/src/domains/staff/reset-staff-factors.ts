import type { StaffMemberAnswer } from '@lading/contract/staff.ts';
import type { Actor } from '../../platform/actor.ts';
import { resetSecondFactorsIn } from '../second-factor/reset-second-factors.ts';
import { changeStaff } from './change-staff.ts';
import { showMember } from './show-staff.ts';
import type { StaffDeps } from './staff.deps.ts';

/** For a person who lost both the device and the recovery codes. */
export async function resetStaffFactors(
  deps: StaffDeps,
  actor: Actor,
  memberId: string,
): Promise<StaffMemberAnswer> {
  await changeStaff(deps, actor, memberId, async (trx) => {
    await resetSecondFactorsIn(trx, deps, actor, actor, memberId);
  });
  return showMember(deps, memberId);
}
