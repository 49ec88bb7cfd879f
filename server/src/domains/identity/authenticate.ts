import type { SignedInActor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { digest } from '../../platform/ids.ts';
import type { Origin } from '../audit/audit.events.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { findLiveSession } from './identity.store.ts';
import { isIdle } from './session-limits.ts';

const BEARER = /^Bearer ([A-Za-z0-9_-]{43})$/;

export interface Session extends SignedInActor {
  sessionId: string;
  tokenHash: Buffer;
  lastUsedAt: Date;
}

/** Finds the live session of a bearer token. A read may use a lookup that is less than a second old. */
export async function authenticate(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'sessionLimits' | 'sessionCache'>,
  origin: Origin,
  authorization: string | undefined,
  isRead: boolean,
): Promise<Session> {
  const token = BEARER.exec(authorization ?? '')?.[1];
  if (!token) throw new AppError('NOT_AUTHENTICATED');
  const tokenHash = digest(token);
  const now = deps.clock.now();
  const lookUp = () => findLiveSession(deps.db, tokenHash, now);
  const session = await (isRead ? deps.sessionCache.find(tokenHash, lookUp) : lookUp());
  if (!session || isIdle(deps.sessionLimits, session, now)) throw new AppError('NOT_AUTHENTICATED');
  return {
    ...origin,
    userId: session.id,
    role: session.role,
    staffRole: session.staff_role,
    name: session.full_name,
    email: session.email,
    phone: session.phone,
    lastActiveAt: session.last_active_at,
    sessionId: session.session_id,
    apiKeyScope: null,
    authenticatedAt: session.authenticated_at,
    emailVerifiedAt: session.email_verified_at,
    lastUsedAt: session.last_used_at,
    tokenHash,
  };
}
