import type { FactorAddedAnswer, TotpSetUpAnswer } from '@lading/contract/second-factor.ts';
import type { SignedInActor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { later, minutes } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { byActor } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { clearFailures } from './challenges.store.ts';
import { isWrongCode, spendTry, uncountFailedCheck } from './factor-tries.ts';
import { addFirstRecoveryCodes, hashedRecoveryCodes } from './first-recovery-codes.ts';
import { notifyOwner } from './notify-owner.ts';
import type { SecondFactorDeps } from './second-factor.deps.ts';
import { confirmTotp, findTotp, lockFactors, replacePendingTotp } from './second-factor.store.ts';
import { base32, matchingStep, newTotpSecret, totpLink } from './totp.ts';

const SET_UP_LIFE_MS = minutes(30);

/** The app that is in use stays in use until the new one is confirmed. */
export async function startTotp(deps: SecondFactorDeps, actor: SignedInActor): Promise<TotpSetUpAnswer> {
  const secret = newTotpSecret();
  const sealed_secret = await deps.sealedSecrets.seal(actor.userId, secret);
  await transaction(deps.db, async (trx) => {
    await lockFactors(trx, actor.userId);
    await replacePendingTotp(trx, {
      id: newId(),
      user_id: actor.userId,
      sealed_secret,
      created_at: deps.clock.now(),
    });
  });
  return { secret: base32(secret), link: totpLink(secret, actor.email) };
}

/** A first code proves that the app has the secret. */
export async function finishTotp(
  deps: SecondFactorDeps,
  actor: SignedInActor,
  { code }: { code: string },
): Promise<FactorAddedAnswer> {
  const { userId } = actor;
  const now = deps.clock.now();
  const pending = await findTotp(deps.db, userId, 'pending');
  if (!pending || pending.created_at <= later(now, -SET_UP_LIFE_MS)) throw new AppError('SET_UP_EXPIRED');
  await spendTry(deps, userId);
  try {
    return await confirmApp(deps, actor, pending, code);
  } catch (error) {
    if (!isWrongCode(error)) await uncountFailedCheck(deps, userId);
    throw error;
  }
}

async function confirmApp(
  deps: SecondFactorDeps,
  actor: SignedInActor,
  pending: NonNullable<Awaited<ReturnType<typeof findTotp>>>,
  code: string,
): Promise<FactorAddedAnswer> {
  const { db, clock } = deps;
  const { userId } = actor;
  const now = clock.now();
  const secret = await deps.sealedSecrets.open(userId, pending.sealed_secret);
  const late = deps.security === 'standard';
  const step = matchingStep(secret, code, { now, usedStep: null, late });
  if (step === null) throw new AppError('CODE_INCORRECT');
  const codes = await hashedRecoveryCodes(deps);
  return transaction(db, async (trx) => {
    await lockFactors(trx, userId);
    if (!(await confirmTotp(trx, { id: pending.id, userId, step, now })))
      throw new AppError('SET_UP_EXPIRED');
    await clearFailures(trx, userId);
    await recordEvent(trx, clock, actor, {
      type: 'SECOND_FACTOR_ADDED',
      status: 'success',
      ...byActor(actor),
      details: { factor: 'totp' },
    });
    await notifyOwner(deps, trx, userId, 'factor-added', 'totp');
    return { recoveryCodes: await addFirstRecoveryCodes(deps, trx, userId, codes) };
  });
}
