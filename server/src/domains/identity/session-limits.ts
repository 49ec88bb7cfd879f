import type { Role } from '@lading/contract/constants.ts';
import type { SessionLimits } from '../../platform/actor.ts';
import { days, hours, later } from '../../platform/clock.ts';

const REMEMBERED_MS = days(30);
const UNREMEMBERED_MS = hours(12);

/** Admins sign in at least every 12 hours, with and without "Remember me". */
const isRemembered = (role: Role, remember: boolean) => remember && role !== 'admin';

export const sessionEnd = (now: Date, role: Role, remember: boolean): Date =>
  later(now, isRemembered(role, remember) ? REMEMBERED_MS : UNREMEMBERED_MS);

export function isIdle(
  limits: SessionLimits,
  session: { role: Role; remembered: boolean; last_used_at: Date },
  now: Date,
): boolean {
  const limit = isRemembered(session.role, session.remembered) ? limits.rememberedIdleMs : limits.idleMs;
  return limit !== null && later(session.last_used_at, limit) <= now;
}
