import type { VerifyAnswer } from '@lading/contract/identity.ts';
import type { SignedInActor } from '../../platform/actor.ts';

/** The browser calls this at startup and every five minutes. */
export const verifySession = (actor: SignedInActor): VerifyAnswer => {
  const { userId: id, name, email, phone, role, staffRole } = actor;
  return { valid: true, user: { id, name, email, phone, role, ...(staffRole ? { staffRole } : {}) } };
};
