import type { FactorMethod, FactorProof } from '@lading/contract/second-factor.ts';
import { AppError } from '../../platform/app-error.ts';
import { transaction } from '../../platform/db/database.ts';
import { byActor, type Origin } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { clearFailures } from './challenges.store.ts';
import { checkPasskey } from './check-passkey.ts';
import { isWrongCode, spendTry, TRIES_PER_BLOCK, uncountFailedCheck } from './factor-tries.ts';
import { notifyOwner } from './notify-owner.ts';
import { listUnusedCodes, useCode } from './recovery-codes.store.ts';
import { normalizeRecoveryCode } from './recovery-codes.ts';
import type { SecondFactorDeps } from './second-factor.deps.ts';
import { findTotp, resealTotp, useTotpStep } from './second-factor.store.ts';
import { matchingStep } from './totp.ts';

/** The account whose factor is checked. */
interface FactorOwner extends Origin {
  userId: string;
  role: 'client' | 'admin';
}

interface PasskeyExpectation {
  challenge: string;
  userVerification: boolean;
}

/** Checks one proof of the account's owner and uses it up. Returns what it was, or throws. */
export async function checkFactor(
  deps: SecondFactorDeps,
  owner: FactorOwner,
  proof: FactorProof,
  passkey: PasskeyExpectation,
): Promise<FactorMethod> {
  if (proof.passkey) {
    await checkPasskey(deps, proof.passkey, { ...passkey, userId: owner.userId });
    return 'passkey';
  }
  const failures = await spendTry(deps, owner.userId);
  try {
    if (proof.code !== undefined) await checkTotp(deps, owner, proof.code);
    else await checkRecoveryCode(deps, owner, proof.recoveryCode ?? '');
  } catch (error) {
    if (!isWrongCode(error)) {
      await uncountFailedCheck(deps, owner.userId);
      throw error;
    }
    if (failures % TRIES_PER_BLOCK === 0)
      await transaction(deps.db, (trx) => notifyOwner(deps, trx, owner.userId, 'codes-refused'));
    throw error;
  }
  await clearFailures(deps.db, owner.userId);
  return proof.code === undefined ? 'recovery-code' : 'totp';
}

async function checkTotp(deps: SecondFactorDeps, { userId }: FactorOwner, code: string): Promise<void> {
  const now = deps.clock.now();
  const totp = await findTotp(deps.db, userId, 'confirmed');
  if (!totp) throw new AppError('CODE_INCORRECT');
  const { secret, isOld } = await deps.sealedSecrets.openWithAge(userId, totp.sealed_secret);
  const late = deps.security === 'standard';
  const step = matchingStep(secret, code, { now, usedStep: totp.used_step, late });
  if (step === null || !(await useTotpStep(deps.db, totp.id, step, now)))
    throw new AppError('CODE_INCORRECT');
  if (isOld) await resealTotp(deps.db, totp, await deps.sealedSecrets.seal(userId, secret));
}

async function checkRecoveryCode(deps: SecondFactorDeps, owner: FactorOwner, typed: string): Promise<void> {
  const { userId } = owner;
  const code = normalizeRecoveryCode(typed);
  const unused = await listUnusedCodes(deps.db, userId);
  const used = await firstMatch(deps, code, unused);
  if (!used) throw new AppError('RECOVERY_CODE_INCORRECT');
  await transaction(deps.db, async (trx) => {
    if (!(await useCode(trx, used.id, deps.clock.now()))) throw new AppError('RECOVERY_CODE_INCORRECT');
    await recordEvent(trx, deps.clock, owner, {
      type: 'RECOVERY_CODE_USED',
      status: 'success',
      ...byActor(owner),
      details: { left: unused.length - 1 },
    });
    await notifyOwner(deps, trx, userId, 'recovery-code-used');
  });
}

async function firstMatch<T extends { code_hash: string }>(
  { passwords }: SecondFactorDeps,
  code: string,
  candidates: readonly T[],
): Promise<T | undefined> {
  // Nothing to hash for text that is not a recovery code.
  if (!/^[A-Z2-7]{10}$/.test(code)) return undefined;
  // The password was right, so a flood of sign-ins must not keep the owner out.
  for (const candidate of candidates)
    if (await passwords.matches(code, candidate.code_hash, 'signed-in')) return candidate;
  return undefined;
}
