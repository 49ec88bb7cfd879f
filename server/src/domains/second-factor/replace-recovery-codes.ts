import type { SignedInActor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { transaction } from '../../platform/db/database.ts';
import { byActor } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { hashedRecoveryCodes } from './first-recovery-codes.ts';
import { notifyOwner } from './notify-owner.ts';
import { replaceCodes } from './recovery-codes.store.ts';
import type { SecondFactorDeps } from './second-factor.deps.ts';
import { hasSecondFactor, lockFactors } from './second-factor.store.ts';

/** The new set replaces all earlier codes. */
export async function replaceRecoveryCodes(
  deps: SecondFactorDeps,
  actor: SignedInActor,
): Promise<{ recoveryCodes: string[] }> {
  const { userId } = actor;
  if (!(await hasSecondFactor(deps.db, userId))) throw new AppError('NO_SECOND_FACTOR');
  const { codes, hashes } = await hashedRecoveryCodes(deps);
  await transaction(deps.db, async (trx) => {
    await lockFactors(trx, userId);
    if (!(await hasSecondFactor(trx, userId))) throw new AppError('NO_SECOND_FACTOR');
    await replaceCodes(trx, userId, { hashes, now: deps.clock.now() });
    await recordEvent(trx, deps.clock, actor, {
      type: 'RECOVERY_CODES_REPLACED',
      status: 'success',
      ...byActor(actor),
      details: {},
    });
    await notifyOwner(deps, trx, userId, 'recovery-codes-created');
  });
  return { recoveryCodes: codes };
}
