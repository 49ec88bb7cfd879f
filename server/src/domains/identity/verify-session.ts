import type { VerifyAnswer } from '@lading/contract/identity.ts';
import type { Actor } from './actor.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { touchLastActive } from './identity.store.ts';

/** The browser asks at its start and every five minutes; that is also how "last active" stays true. */
export async function verifySession(deps: IdentityDeps, actor: Actor): Promise<VerifyAnswer> {
  await touchLastActive(deps.db, actor.userId, deps.clock.now());
  const { userId: id, name, email, phone, role } = actor;
  return { valid: true, user: { id, name, email, phone, role } };
}
