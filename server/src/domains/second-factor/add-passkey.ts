import {
  type AddPasskeyBody,
  type FactorAddedAnswer,
  MAX_PASSKEYS,
  type PasskeyAttestation,
  type PasskeyCreation,
} from '@lading/contract/second-factor.ts';
import type { SignedInActor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { later } from '../../platform/clock.ts';
import { isUniqueViolation, transaction } from '../../platform/db/database.ts';
import { digest, newId, newSecret } from '../../platform/ids.ts';
import { byActor } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { deleteChallenge, insertChallenge, takeTry } from './challenges.store.ts';
import {
  CHALLENGE_LIFE_MS,
  challengeIn,
  requireRelyingParty,
  toDescriptor,
  userHandleOf,
} from './check-passkey.ts';
import { addFirstRecoveryCodes, hashedRecoveryCodes } from './first-recovery-codes.ts';
import { notifyOwner } from './notify-owner.ts';
import type { SecondFactorDeps } from './second-factor.deps.ts';
import { insertPasskey, listPasskeys, lockFactors } from './second-factor.store.ts';

/** EdDSA, ES256 and RS256: what today's devices make. */
const ALGORITHMS = [-8, -7, -257];

/** Discoverable where the device can do it, so that it also signs in without a password. */
export async function startPasskey(deps: SecondFactorDeps, actor: SignedInActor): Promise<PasskeyCreation> {
  const party = requireRelyingParty(deps);
  const passkeys = await listPasskeys(deps.db, actor.userId);
  if (passkeys.length >= MAX_PASSKEYS) throw new AppError('TOO_MANY_PASSKEYS');
  const challenge = newSecret();
  await insertChallenge(deps.db, {
    challenge_hash: digest(challenge),
    purpose: 'passkey-set-up',
    user_id: actor.userId,
    password_digest: null,
    remember: false,
    tries_left: 1,
    expires_at: later(deps.clock.now(), CHALLENGE_LIFE_MS),
  });
  return {
    challenge,
    rp: { id: party.id, name: party.name },
    user: { id: userHandleOf(actor.userId), name: actor.email, displayName: actor.name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
    timeout: CHALLENGE_LIFE_MS,
    attestation: 'none',
    authenticatorSelection: {
      residentKey: 'preferred',
      requireResidentKey: false,
      userVerification: 'preferred',
    },
    excludeCredentials: passkeys.map(toDescriptor),
  };
}

export async function finishPasskey(
  deps: SecondFactorDeps,
  actor: SignedInActor,
  { name, passkey }: AddPasskeyBody,
): Promise<FactorAddedAnswer> {
  const { userId } = actor;
  const { credential, credentialBackedUp } = await verifyAttestation(deps, userId, passkey);
  const codes = await hashedRecoveryCodes(deps);
  const added = transaction(deps.db, async (trx) => {
    await lockFactors(trx, userId);
    if ((await listPasskeys(trx, userId)).length >= MAX_PASSKEYS) throw new AppError('TOO_MANY_PASSKEYS');
    await insertPasskey(trx, {
      id: newId(),
      user_id: userId,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: passkey.response.transports ?? [],
      synced: credentialBackedUp,
      name,
      created_at: deps.clock.now(),
    });
    await recordEvent(trx, deps.clock, actor, {
      type: 'SECOND_FACTOR_ADDED',
      status: 'success',
      ...byActor(actor),
      details: { factor: 'passkey' },
    });
    await notifyOwner(deps, trx, userId, 'factor-added', 'passkey');
    return { recoveryCodes: await addFirstRecoveryCodes(deps, trx, userId, codes) };
  });
  return added.catch((error: unknown) => {
    throw isUniqueViolation(error, 'passkeys_credential_id') ? new AppError('PASSKEY_REFUSED') : error;
  });
}

async function verifyAttestation(deps: SecondFactorDeps, userId: string, passkey: PasskeyAttestation) {
  const party = requireRelyingParty(deps);
  const challenge = challengeIn(passkey.response.clientDataJSON);
  const hash = digest(challenge);
  const stored = await takeTry(deps.db, { hash, purpose: 'passkey-set-up', now: deps.clock.now() });
  if (stored?.user_id !== userId) throw new AppError('PASSKEY_REFUSED');
  await deleteChallenge(deps.db, hash);
  // Large, and rarely needed.
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...passkey, clientExtensionResults: {}, response: { ...passkey.response, transports: [] } },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((cause: unknown) => {
    throw new AppError('PASSKEY_REFUSED', { cause });
  });
  if (!registrationInfo) throw new AppError('PASSKEY_REFUSED');
  return registrationInfo;
}
