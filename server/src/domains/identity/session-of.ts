import type { SignedInActor } from '../../platform/actor.ts';

/** For routes that accept no API keys. */
export function sessionIdOf({ sessionId }: SignedInActor): string {
  if (sessionId === null) throw new Error('an API key has no session');
  return sessionId;
}
