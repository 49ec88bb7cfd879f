import type { PasskeyAssertion, PasskeyRequest } from '@lading/contract/second-factor.ts';
import { AppError } from '../../platform/app-error.ts';
import { minutes } from '../../platform/clock.ts';
import { type RelyingParty, relyingPartyAt } from './relying-party.ts';
import type { SecondFactorDeps } from './second-factor.deps.ts';
import { findPasskey, type StoredPasskey, usePasskey } from './second-factor.store.ts';

export const CHALLENGE_LIFE_MS = minutes(5);

/** What a passkey stores as its owner. */
export const userHandleOf = (userId: string): string => Buffer.from(userId).toString('base64url');

export function passkeyRequest(
  party: RelyingParty,
  challenge: string,
  passkeys: readonly StoredPasskey[],
  userVerification: PasskeyRequest['userVerification'],
): PasskeyRequest {
  return {
    challenge,
    rpId: party.id,
    timeout: CHALLENGE_LIFE_MS,
    userVerification,
    allowCredentials: passkeys.map(toDescriptor),
  };
}

export const toDescriptor = ({ credential_id, transports }: StoredPasskey) => ({
  id: credential_id,
  type: 'public-key' as const,
  transports,
});

export function requireRelyingParty({ publicUrl }: Pick<SecondFactorDeps, 'publicUrl'>): RelyingParty {
  const party = relyingPartyAt(publicUrl());
  if (!party) throw new AppError('PASSKEYS_UNAVAILABLE');
  return party;
}

/** The challenge that the browser says it answered. The signature covers it. */
export function challengeIn(clientDataJSON: string): string {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    const challenge = (data as { challenge?: unknown } | null)?.challenge;
    if (typeof challenge === 'string') return challenge;
  } catch (cause) {
    throw new AppError('PASSKEY_REFUSED', { cause });
  }
  throw new AppError('PASSKEY_REFUSED');
}

interface Expected {
  challenge: string;
  /** Null: any account; the passkey identifies it. */
  userId: string | null;
  /** Whether the device must have checked a fingerprint, face or PIN. */
  userVerification: boolean;
}

/** Checks the signature, origin and counter, and notes the use. Throws PASSKEY_REFUSED. */
export async function checkPasskey(
  deps: SecondFactorDeps,
  assertion: PasskeyAssertion,
  expected: Expected,
): Promise<StoredPasskey> {
  const party = requireRelyingParty(deps);
  const passkey = await findPasskey(deps.db, assertion.id);
  const { userHandle, ...signed } = assertion.response;
  const isForeign =
    (expected.userId !== null && passkey?.user_id !== expected.userId) ||
    (passkey && userHandle !== undefined && userHandle !== userHandleOf(passkey.user_id));
  if (!passkey || isForeign) throw new AppError('PASSKEY_REFUSED');
  // Large, and rarely needed.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...assertion, response: signed, clientExtensionResults: {} },
    expectedChallenge: expected.challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: expected.userVerification,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter,
    },
  }).catch((cause: unknown) => {
    throw new AppError('PASSKEY_REFUSED', { cause });
  });
  const isUsed =
    verified &&
    (await usePasskey(deps.db, passkey, {
      counter: authenticationInfo.newCounter,
      synced: authenticationInfo.credentialBackedUp,
      now: deps.clock.now(),
    }));
  if (!isUsed) throw new AppError('PASSKEY_REFUSED');
  return passkey;
}
