import type { FactorMethod, SecondFactorChallenge } from '@lading/contract/second-factor.ts';
import { AppError } from '../../platform/app-error.ts';
import { later } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/database.ts';
import { digest, newSecret } from '../../platform/ids.ts';
import { byActor, type Origin } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { UserAtSignIn } from '../identity/identity.deps.ts';
import { insertChallenge } from './challenges.store.ts';
import { CHALLENGE_LIFE_MS, passkeyRequest } from './check-passkey.ts';
import { TRIES_PER_BLOCK } from './factor-tries.ts';
import { listUnusedCodes } from './recovery-codes.store.ts';
import { relyingPartyAt } from './relying-party.ts';
import type { SecondFactorDeps } from './second-factor.deps.ts';
import { findTotp, hasSecondFactor, listPasskeys } from './second-factor.store.ts';

/**
 * Called by the sign-in after the password was verified. Throws SECOND_FACTOR_REQUIRED with a challenge if the
 * account has a second factor.
 */
export async function requireSecondFactor(
  deps: SecondFactorDeps,
  origin: Origin,
  user: UserAtSignIn,
  remember: boolean,
): Promise<void> {
  const challenge = newSecret();
  const question = await questionFor(deps, user.id, challenge);
  if (!question) return;
  await transaction(deps.db, async (trx) => {
    await insertChallenge(trx, {
      challenge_hash: digest(challenge),
      purpose: 'sign-in',
      user_id: user.id,
      password_digest: digest(user.password_hash),
      remember,
      tries_left: TRIES_PER_BLOCK,
      expires_at: later(deps.clock.now(), CHALLENGE_LIFE_MS),
    });
    await recordEvent(trx, deps.clock, origin, {
      type: 'LOGIN',
      status: 'pending',
      ...byActor({ userId: user.id, role: user.role }),
      details: { method: 'password' },
    });
  });
  throw new AppError('SECOND_FACTOR_REQUIRED', { extra: question });
}

/** Null without a second factor. Passkeys of another address do not count as a method, but still protect. */
async function questionFor(
  { db, publicUrl }: SecondFactorDeps,
  userId: string,
  challenge: string,
): Promise<SecondFactorChallenge | null> {
  if (!(await hasSecondFactor(db, userId))) return null;
  const [totp, passkeys] = await Promise.all([findTotp(db, userId, 'confirmed'), listPasskeys(db, userId)]);
  const codes = await listUnusedCodes(db, userId);
  const party = relyingPartyAt(publicUrl());
  const asksPasskey = party !== null && passkeys.length > 0;
  const methods: FactorMethod[] = [];
  if (totp) methods.push('totp');
  if (asksPasskey) methods.push('passkey');
  if (codes.length > 0) methods.push('recovery-code');
  return {
    challenge,
    methods,
    passkeyRequest: asksPasskey ? passkeyRequest(party, challenge, passkeys, 'preferred') : null,
  };
}
