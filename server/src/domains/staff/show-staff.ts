import type { Invitation, StaffAnswer, StaffMember, StaffMemberAnswer } from '@lading/contract/staff.ts';
import { AppError } from '../../platform/app-error.ts';
import { later } from '../../platform/clock.ts';
import { type StoredInvitation, selectInvitations } from './invitations.store.ts';
import type { StaffDeps } from './staff.deps.ts';
import { selectStaff } from './staff.store.ts';

type Deps = Pick<StaffDeps, 'db' | 'clock' | 'sessionLimits'>;

export async function showStaff(deps: Deps): Promise<StaffAnswer> {
  const now = deps.clock.now();
  const [staff, invitations] = await Promise.all([findStaff(deps), selectInvitations(deps.db)]);
  return {
    staff: staff.map(toMember),
    invitations: invitations.map((invitation) => toInvitation(invitation, now)),
  };
}

export async function showMember(deps: Deps, id: string): Promise<StaffMemberAnswer> {
  const row = (await findStaff(deps)).find((member) => member.id === id);
  if (!row) throw new AppError('STAFF_NOT_FOUND');
  return { member: toMember(row) };
}

/** Sessions of staff are never remembered, so they share one idle limit. */
function findStaff({ db, clock, sessionLimits: { idleMs } }: Deps) {
  const now = clock.now();
  return selectStaff(db, { now, usedAfter: idleMs === null ? new Date(0) : later(now, -idleMs) });
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
