import type { VerifyAnswer } from '@lading/contract/identity.ts';
import type { SignedInActor } from '../../platform/actor.ts';
import { later, minutes } from '../../platform/clock.ts';
import { ifWritable } from '../../platform/db/read-only.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { touchLastActive } from './identity.store.ts';

/** The browser calls this at startup and every five minutes, which also keeps "last active" current. */
export async function verifySession(deps: IdentityDeps, actor: SignedInActor): Promise<VerifyAnswer> {
  const now = deps.clock.now();
  if (actor.lastActiveAt === null || actor.lastActiveAt < later(now, -minutes(1))) {
    await ifWritable(touchLastActive(deps.db, actor.userId, now));
  }
  const { userId: id, name, email, phone, role } = actor;
  return { valid: true, user: { id, name, email, phone, role } };
}
