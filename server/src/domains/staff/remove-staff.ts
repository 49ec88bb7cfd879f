import { normalizeEmail } from '@lading/contract/identity.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Trx, transaction } from '../../platform/db/database.ts';
import { byActor, SYSTEM_ORIGIN } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { eraseAccount, prepareErasure } from '../identity/close-account.ts';
import { deleteFactorsOf } from '../second-factor/remove-factors.ts';
import { changeStaff, isLastOwner } from './change-staff.ts';
import { deleteInvitationsBy } from './invitations.store.ts';
import type { StaffDeps } from './staff.deps.ts';
import { type LockedStaff, lockStaff } from './staff.store.ts';

type Erasure = Awaited<ReturnType<typeof prepareErasure>>;
type Deps = Pick<StaffDeps, 'db' | 'clock' | 'passwords' | 'jobs'>;

/**
 * Ends all sessions, deletes the address, the password and the second factors, and revokes the invitations that the person sent. The
 * name stays, because the audit log and refunds must still say who acted.
 */
export async function removeStaff(deps: Deps, actor: Actor, memberId: string): Promise<{ removed: true }> {
  const erasure = await prepareErasure(deps);
  await changeStaff(deps, actor, memberId, async (trx, member) => {
    await erase(deps, trx, member, erasure);
    await recordEvent(trx, deps.clock, actor, {
      type: 'REMOVE_STAFF',
      status: 'success',
      ...byActor(actor),
      details: { staffId: memberId, by: 'staff' },
    });
  });
  return { removed: true };
}

/** For the command on the host, where there is no signed-in account. */
export async function removeStaffByCommand(deps: Deps, email: string): Promise<void> {
  const erasure = await prepareErasure(deps);
  await transaction(deps.db, async (trx) => {
    const staff = await lockStaff(trx);
    const member = staff.find(({ email_key: key }) => key === normalizeEmail(email));
    if (!member) throw new AppError('STAFF_NOT_FOUND');
    if (isLastOwner(staff, member)) throw new AppError('LAST_OWNER');
    await erase(deps, trx, member, erasure);
    await recordEvent(trx, deps.clock, SYSTEM_ORIGIN, {
      type: 'REMOVE_STAFF',
      status: 'success',
      userId: null,
      userRole: null,
      details: { staffId: member.id, by: 'command' },
    });
  });
}

async function erase(deps: Deps, trx: Trx, member: LockedStaff, erasure: Erasure): Promise<void> {
  await deleteInvitationsBy(trx, member.id);
  await deleteFactorsOf(trx, member.id);
  const name = `${member.full_name.slice(0, 180)} (former staff)`;
  await eraseAccount(trx, deps, member, { ...erasure, name });
}
