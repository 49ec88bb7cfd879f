import * as z from 'zod/mini';
import { days, later } from '../../platform/clock.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { deleteInvitationsExpiredBefore } from './invitations.store.ts';
import type { StaffDeps } from './staff.deps.ts';

/** Owners can resend an expired invitation for this long. After that, the address is deleted. */
const KEPT_AFTER_EXPIRY_DAYS = 30;

export const CLEAN_UP_INVITATIONS: JobKind<Record<string, never>> = {
  name: 'clean-up-invitations',
  payload: z.object({}) as z.ZodMiniType<Record<string, never>>,
  retries: 2,
  schedule: '27 4 * * *',
};

export const cleanUpInvitations = ({ db, clock }: Pick<StaffDeps, 'db' | 'clock'>) =>
  deleteInvitationsExpiredBefore(db, later(clock.now(), -days(KEPT_AFTER_EXPIRY_DAYS)));
