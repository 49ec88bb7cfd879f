import type { SignedInActor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Trx, transaction } from '../../platform/db/database.ts';
import { byActor } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { clearFailures, deleteChallengesOf } from './challenges.store.ts';
import { mustHaveSecondFactor } from './must-have-second-factor.ts';
import { notifyOwner } from './notify-owner.ts';
import { deleteCodes } from './recovery-codes.store.ts';
import type { SecondFactorDeps } from './second-factor.deps.ts';
import {
  deletePasskey,
  deletePasskeysOf,
  deleteTotp,
  hasSecondFactor,
  lockFactors,
} from './second-factor.store.ts';

export const removeTotp = (deps: SecondFactorDeps, actor: SignedInActor): Promise<void> =>
  transaction(deps.db, async (trx) => {
    await lockFactors(trx, actor.userId);
    if ((await deleteTotp(trx, actor.userId)) === 0) throw new AppError('FACTOR_NOT_FOUND');
    await notifyOwner(deps, trx, actor.userId, 'factor-removed', 'totp');
    await afterRemoval(deps, trx, actor, { factor: 'totp' });
  });

export const removePasskey = (deps: SecondFactorDeps, actor: SignedInActor, id: string): Promise<void> =>
  transaction(deps.db, async (trx) => {
    await lockFactors(trx, actor.userId);
    if ((await deletePasskey(trx, actor.userId, id)) === undefined) throw new AppError('FACTOR_NOT_FOUND');
    await notifyOwner(deps, trx, actor.userId, 'factor-removed', 'passkey');
    await afterRemoval(deps, trx, actor, { factor: 'passkey' });
  });

/** Recovery codes replace a second factor, so they are deleted with the last one. */
async function afterRemoval(
  deps: SecondFactorDeps,
  trx: Trx,
  actor: SignedInActor,
  details: { factor: 'totp' | 'passkey' },
): Promise<void> {
  if (!(await hasSecondFactor(trx, actor.userId))) {
    if (mustHaveSecondFactor(deps, actor)) throw new AppError('LAST_SECOND_FACTOR');
    await deleteCodes(trx, actor.userId);
  }
  await deleteChallengesOf(trx, actor.userId);
  await recordEvent(trx, deps.clock, actor, {
    type: 'SECOND_FACTOR_REMOVED',
    status: 'success',
    ...byActor(actor),
    details,
  });
}

/**
 * Removes all second factors of the account, with its recovery codes, challenges and failed tries. Returns the number
 * of factors.
 */
export async function deleteFactorsOf(trx: Trx, userId: string): Promise<number> {
  await lockFactors(trx, userId);
  const count = (await deleteTotp(trx, userId)) + (await deletePasskeysOf(trx, userId));
  await deleteCodes(trx, userId);
  await deleteChallengesOf(trx, userId);
  await clearFailures(trx, userId);
  return count;
}
