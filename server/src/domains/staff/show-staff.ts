import type { Invitation, StaffAnswer, StaffMember, StaffMemberAnswer } from '@lading/contract/staff.ts';
import { AppError } from '../../platform/app-error.ts';
import { type StoredInvitation, selectInvitations } from './invitations.store.ts';
import type { StaffDeps } from './staff.deps.ts';
import { selectStaff } from './staff.store.ts';

type Deps = Pick<StaffDeps, 'db' | 'clock'>;

export async function showStaff({ db, clock }: Deps): Promise<StaffAnswer> {
  const now = clock.now();
  const [staff, invitations] = await Promise.all([selectStaff(db, now), selectInvitations(db)]);
  return {
    staff: staff.map(toMember),
    invitations: invitations.map((invitation) => toInvitation(invitation, now)),
  };
}

export async function showMember({ db, clock }: Deps, id: string): Promise<StaffMemberAnswer> {
  const row = (await selectStaff(db, clock.now())).find((member) => member.id === id);
  if (!row) throw new AppError('STAFF_NOT_FOUND');
  return { member: toMember(row) };
}

export const toInvitation = (row: StoredInvitation, now: Date): Invitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  invitedBy: row.inviter,
  sentAt: row.sent_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  expired: row.expires_at <= now,
});

type StoredMember = Awaited<ReturnType<typeof selectStaff>>[number];

const toMember = (row: StoredMember): StaffMember => ({
  id: row.id,
  name: row.full_name,
  email: row.email,
  // The database allows no admin without one.
  role: row.staff_role ?? 'read_only',
  status: row.status === 'active' ? 'active' : 'suspended',
  lastActive: row.last_active_at?.toISOString() ?? null,
  sessions: row.sessions ?? 0,
  secondFactor: row.has_second_factor === true,
});
