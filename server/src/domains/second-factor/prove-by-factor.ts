import type { ProveAnswer } from '@lading/contract/identity.ts';
import type { FactorProof, PasskeyRequest } from '@lading/contract/second-factor.ts';
import type { SignedInActor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { later } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/database.ts';
import { digest, newSecret } from '../../platform/ids.ts';
import { byActor } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { renewProof } from '../identity/prove-identity.ts';
import { deleteChallenge, insertChallenge, takeTry } from './challenges.store.ts';
import { checkFactor } from './check-factor.ts';
import { CHALLENGE_LIFE_MS, challengeIn, passkeyRequest, requireRelyingParty } from './check-passkey.ts';
import type { SecondFactorDeps } from './second-factor.deps.ts';
import { listPasskeys } from './second-factor.store.ts';

export async function requestPasskeyProof(
  deps: SecondFactorDeps,
  actor: SignedInActor,
): Promise<PasskeyRequest> {
  const party = requireRelyingParty(deps);
  const passkeys = await listPasskeys(deps.db, actor.userId);
  if (passkeys.length === 0) throw new AppError('FACTOR_NOT_FOUND');
  const challenge = newSecret();
  await insertChallenge(deps.db, {
    challenge_hash: digest(challenge),
    purpose: 'proof',
    user_id: actor.userId,
    password_digest: null,
    remember: false,
    tries_left: 1,
    expires_at: later(deps.clock.now(), CHALLENGE_LIFE_MS),
  });
  return passkeyRequest(party, challenge, passkeys, 'required');
}

/** A signed-in user confirms who they are with a second factor instead of the password. */
export async function proveByFactor(
  deps: SecondFactorDeps,
  actor: SignedInActor,
  proof: FactorProof,
): Promise<ProveAnswer> {
  const method = await checkProof(deps, actor, proof).catch(async (error: unknown) => {
    if (error instanceof AppError)
      await recordEvent(deps.db, deps.clock, actor, {
        type: 'IDENTITY_CONFIRMED',
        status: 'error',
        ...byActor(actor),
        details: { by: methodOf(proof), error: error.message },
      });
    throw error;
  });
  return transaction(deps.db, (trx) => renewProof(deps, trx, actor, method));
}

const methodOf = ({ passkey, code }: FactorProof) => {
  if (passkey) return 'passkey';
  return code === undefined ? 'recovery-code' : 'totp';
};

async function checkProof(deps: SecondFactorDeps, actor: SignedInActor, proof: FactorProof) {
  let challenge = '';
  if (proof.passkey) {
    challenge = challengeIn(proof.passkey.response.clientDataJSON);
    const hash = digest(challenge);
    const stored = await takeTry(deps.db, { hash, purpose: 'proof', now: deps.clock.now() });
    if (stored?.user_id !== actor.userId || !(await deleteChallenge(deps.db, hash)))
      throw new AppError('PASSKEY_REFUSED');
  }
  return checkFactor(deps, actor, proof, { challenge, userVerification: true });
}
