import type { Handle } from '../../platform/db/database.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { isIdle } from './session-limits.ts';
import { type AccountKey, selectSessionsOf } from './sessions.store.ts';

export interface LiveSessionDeps extends Pick<IdentityDeps, 'sessionLimits'> {
  db: Handle;
}

/** The sessions of an account that still work: neither expired nor unused for too long. */
export async function findLiveSessions(
  { db, sessionLimits }: LiveSessionDeps,
  account: AccountKey,
  now: Date,
) {
  const sessions = await selectSessionsOf(db, account, now);
  return sessions.filter((session) => !isIdle(sessionLimits, session, now));
}
