import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Trx, transaction } from '../../platform/db/database.ts';
import { permissionProblem } from '../../platform/permission.ts';
import type { StaffDeps } from './staff.deps.ts';
import { type LockedStaff, lockOwnRights, lockStaff } from './staff.store.ts';

const isActiveOwner = ({ status, staff_role: role }: LockedStaff) => status === 'active' && role === 'owner';

export const isLastOwner = (staff: readonly LockedStaff[], member: LockedStaff) =>
  isActiveOwner(member) && staff.filter(isActiveOwner).length === 1;

/**
 * Changes one member of the staff while all of them are locked. The actor's own rights are checked again under
 * the lock: another owner may just have taken them away. Staff cannot change their own account here, so at least one
 * owner always remains.
 */
export const changeStaff = (
  { db }: Pick<StaffDeps, 'db'>,
  actor: Actor,
  memberId: string,
  change: (trx: Trx, member: LockedStaff) => Promise<void>,
): Promise<void> =>
  transaction(db, async (trx) => {
    const staff = await lockStaff(trx);
    const self = staff.find(({ id }) => id === actor.userId);
    requireManager(self);
    const member = staff.find(({ id }) => id === memberId);
    if (!member) throw new AppError('STAFF_NOT_FOUND');
    if (member === self) throw new AppError(isLastOwner(staff, self) ? 'LAST_OWNER' : 'OWN_ACCOUNT');
    await change(trx, member);
  });

/**
 * For someone who only adds to the staff. A person who is losing the right at this moment has to wait, so that nothing
 * is added after their invitations were revoked.
 */
export const lockManager = async (trx: Trx, { userId }: Actor): Promise<void> =>
  requireManager(await lockOwnRights(trx, userId));

function requireManager(self: Pick<LockedStaff, 'status' | 'staff_role'> | undefined): void {
  if (self?.status !== 'active') throw new AppError('NOT_AUTHENTICATED');
  const problem = permissionProblem({ staffRole: self.staff_role }, 'staff.manage');
  if (problem) throw problem;
}
