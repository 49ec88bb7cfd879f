import type { LoginAnswer } from '@lading/contract/identity.ts';
import type { PasskeyLoginBody, PasskeyRequest } from '@lading/contract/second-factor.ts';
import { AppError } from '../../platform/app-error.ts';
import { later } from '../../platform/clock.ts';
import { digest, newSecret } from '../../platform/ids.ts';
import { recordEvent } from '../audit/record-event.ts';
import { type LoginOrigin, openSession, STATUS_REFUSAL } from '../identity/log-in.ts';
import { findAccount } from './accounts.store.ts';
import { deleteChallenge, insertChallenge, takeTry } from './challenges.store.ts';
import {
  CHALLENGE_LIFE_MS,
  challengeIn,
  checkPasskey,
  passkeyRequest,
  requireRelyingParty,
} from './check-passkey.ts';
import type { SecondFactorDeps } from './second-factor.deps.ts';

/** Names no account: the browser offers the passkeys that it knows for this address. */
export async function requestPasskeySignIn(deps: SecondFactorDeps): Promise<PasskeyRequest> {
  const party = requireRelyingParty(deps);
  const challenge = newSecret();
  await insertChallenge(deps.db, {
    challenge_hash: digest(challenge),
    purpose: 'passkey-sign-in',
    user_id: null,
    password_digest: null,
    remember: false,
    tries_left: 1,
    expires_at: later(deps.clock.now(), CHALLENGE_LIFE_MS),
  });
  return passkeyRequest(party, challenge, [], 'required');
}

/** A passkey that verified its user counts as two factors, so nothing else is asked. */
export async function signInWithPasskey(
  deps: SecondFactorDeps,
  origin: LoginOrigin,
  { passkey, remember = false }: PasskeyLoginBody,
): Promise<LoginAnswer> {
  try {
    const user = await ownerOf(deps, passkey);
    if (user.status !== 'active') throw new AppError(STATUS_REFUSAL[user.status]);
    return await openSession(deps, origin, user, { remember, method: 'passkey' });
  } catch (error) {
    if (error instanceof AppError)
      await recordEvent(deps.db, deps.clock, origin, {
        type: 'LOGIN',
        status: 'error',
        userId: null,
        userRole: null,
        details: { error: error.message, method: 'passkey' },
      });
    throw error;
  }
}

async function ownerOf(deps: SecondFactorDeps, passkey: PasskeyLoginBody['passkey']) {
  const challenge = challengeIn(passkey.response.clientDataJSON);
  const hash = digest(challenge);
  const stored = await takeTry(deps.db, { hash, purpose: 'passkey-sign-in', now: deps.clock.now() });
  if (!stored || !(await deleteChallenge(deps.db, hash))) throw new AppError('PASSKEY_REFUSED');
  const { user_id } = await checkPasskey(deps, passkey, { challenge, userId: null, userVerification: true });
  const user = await findAccount(deps.db, user_id);
  if (!user) throw new AppError('PASSKEY_REFUSED');
  return user;
}
