import type { SessionsAnswer } from '@lading/contract/account.ts';
import type { Actor, SignedInActor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { transaction } from '../../platform/db/database.ts';
import { byActor } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { deviceName } from './device-name.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { findLiveSessions } from './live-sessions.ts';
import { sessionIdOf } from './session-of.ts';
import { deleteSessionsBy } from './sessions.store.ts';

type SessionDeps = Pick<IdentityDeps, 'db' | 'clock' | 'sessionLimits'>;

/** The live sessions of an account: the current one, then the most recently used ones. */
export async function listSessions(
  deps: SessionDeps,
  userId: string,
  currentId: string | null,
): Promise<SessionsAnswer> {
  const now = deps.clock.now();
  const rows = await findLiveSessions(deps, { userId }, now);
  return {
    sessions: rows
      .map((row) => ({
        id: row.id,
        device: deviceName(row.user_agent),
        ipAddress: row.last_ip_address ?? row.ip_address,
        signedInAt: row.created_at.toISOString(),
        lastUsedAt: row.last_used_at.toISOString(),
        expiresAt: row.expires_at.toISOString(),
        current: row.id === currentId,
      }))
      .sort((one, other) => Number(other.current) - Number(one.current)),
  };
}

/** Ends one session of the caller, which may be the current one. */
export async function endSession(deps: SessionDeps, actor: SignedInActor, id: string): Promise<void> {
  if ((await end(deps, actor, actor.userId, { only: id })) === 0) throw new AppError('SESSION_NOT_FOUND');
}

export const endOtherSessions = async (deps: SessionDeps, actor: SignedInActor) => ({
  ended: await end(deps, actor, actor.userId, { except: sessionIdOf(actor) }),
});

/** Ends all sessions of another account, on behalf of an admin. */
export const endSessionsOf = async (deps: SessionDeps, admin: Actor, userId: string) => ({
  ended: await end(deps, admin, userId, 'all'),
});

/** Counts only sessions that still worked. */
async function end(
  { db, clock, sessionLimits }: SessionDeps,
  actor: Actor,
  userId: string,
  which: Parameters<typeof deleteSessionsBy>[2],
): Promise<number> {
  return transaction(db, async (trx) => {
    const live = await findLiveSessions({ db: trx, sessionLimits }, { userId }, clock.now());
    const deleted = await deleteSessionsBy(trx, userId, which);
    const sessions = live.filter(({ id }) => deleted.includes(id)).length;
    if (sessions === 0) return 0;
    await recordEvent(trx, clock, actor, {
      type: 'SESSIONS_ENDED',
      status: 'success',
      ...byActor(actor),
      details: { sessions, ...(userId === actor.userId ? {} : { clientId: userId }) },
    });
    return sessions;
  });
}
