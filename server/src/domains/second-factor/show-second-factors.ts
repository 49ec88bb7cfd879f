import type { SecondFactorsAnswer } from '@lading/contract/second-factor.ts';
import type { SignedInActor } from '../../platform/actor.ts';
import { mustHaveSecondFactor } from './must-have-second-factor.ts';
import { selectCodesLeft } from './recovery-codes.store.ts';
import { relyingPartyAt } from './relying-party.ts';
import type { SecondFactorDeps } from './second-factor.deps.ts';
import { findTotp, listPasskeys } from './second-factor.store.ts';

const isoOf = (moment: Date | null) => moment?.toISOString() ?? null;

export async function showSecondFactors(
  deps: SecondFactorDeps,
  actor: SignedInActor,
): Promise<SecondFactorsAnswer> {
  const [totp, passkeys, codes] = await Promise.all([
    findTotp(deps.db, actor.userId, 'confirmed'),
    listPasskeys(deps.db, actor.userId),
    selectCodesLeft(deps.db, actor.userId),
  ]);
  return {
    required: mustHaveSecondFactor(deps, actor),
    totp: totp ? { createdAt: totp.created_at.toISOString(), lastUsedAt: isoOf(totp.last_used_at) } : null,
    passkeys: passkeys.map((passkey) => ({
      id: passkey.id,
      name: passkey.name,
      synced: passkey.synced,
      createdAt: passkey.created_at.toISOString(),
      lastUsedAt: isoOf(passkey.last_used_at),
    })),
    recoveryCodes: codes && { left: codes.left, createdAt: codes.createdAt.toISOString() },
    passkeyOrigin: relyingPartyAt(deps.publicUrl())?.origin ?? null,
  };
}
