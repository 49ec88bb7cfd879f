import type { SignedInActor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { digest } from '../../platform/ids.ts';
import type { Origin } from '../audit/audit.events.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { findLiveSession } from './identity.store.ts';

const BEARER = /^Bearer ([A-Za-z0-9_-]{43})$/;

export interface Session extends SignedInActor {
  tokenHash: Buffer;
}

/** Looks up the live session of a bearer token. */
export async function authenticate(
  deps: Pick<IdentityDeps, 'db' | 'clock'>,
  origin: Origin,
  authorization: string | undefined,
): Promise<Session> {
  const token = BEARER.exec(authorization ?? '')?.[1];
  if (!token) throw new AppError('NOT_AUTHENTICATED');
  const tokenHash = digest(token);
  const session = await findLiveSession(deps.db, tokenHash, deps.clock.now());
  if (!session) throw new AppError('NOT_AUTHENTICATED');
  return {
    ...origin,
    userId: session.id,
    role: session.role,
    name: session.full_name,
    email: session.email,
    phone: session.phone,
    lastActiveAt: session.last_active_at,
    tokenHash,
  };
}
