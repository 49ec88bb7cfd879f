import { AppError } from '../../platform/app-error.ts';
import { type Trx, transaction } from '../../platform/db/database.ts';
import { byActor, type Origin } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { findAccount } from './accounts.store.ts';
import { notifyOwner } from './notify-owner.ts';
import { deleteFactorsOf } from './remove-factors.ts';
import type { SecondFactorDeps } from './second-factor.deps.ts';
import { hasSecondFactor } from './second-factor.store.ts';

/** Who removes the factors: staff, or the operator on the command line. */
type Resetter = { userId: string; role: 'client' | 'admin' } | null;

/**
 * For someone who lost both the device and the recovery codes. Removes all second factors of an account and notifies its
 * owner. The caller must have verified the owner's identity in another way.
 */
export async function resetSecondFactors(
  deps: Pick<SecondFactorDeps, 'db' | 'clock' | 'jobs'>,
  by: Resetter,
  origin: Origin,
  userId: string,
): Promise<{ removed: number }> {
  const removed = await transaction(deps.db, (trx) => resetSecondFactorsIn(trx, deps, by, origin, userId));
  return { removed };
}

/** As part of the caller's transaction. Returns the number of removed factors. */
export async function resetSecondFactorsIn(
  trx: Trx,
  deps: Pick<SecondFactorDeps, 'clock' | 'jobs'>,
  by: Resetter,
  origin: Origin,
  userId: string,
): Promise<number> {
  const removed = await deleteFactorsOf(trx, userId);
  await recordEvent(trx, deps.clock, origin, {
    type: 'RESET_SECOND_FACTORS',
    status: 'success',
    ...(by ? byActor(by) : { userId: null, userRole: null }),
    details: { userId, removed },
  });
  if (removed > 0) await notifyOwner(deps, trx, userId, 'factors-reset');
  return removed;
}

/** For an account that turns out to be someone else's. Records nothing if there are no factors. */
export async function removeUnprovenFactors(
  trx: Trx,
  deps: Pick<SecondFactorDeps, 'clock' | 'jobs'>,
  origin: Origin,
  userId: string,
): Promise<void> {
  if (await hasSecondFactor(trx, userId)) await resetSecondFactorsIn(trx, deps, null, origin, userId);
}

/** For admins: only accounts of clients. */
export async function resetClientFactors(
  deps: SecondFactorDeps,
  actor: { userId: string; role: 'client' | 'admin' } & Origin,
  clientId: string,
): Promise<{ removed: number }> {
  const account = await findAccount(deps.db, clientId);
  if (account?.role !== 'client' || account.erased_at !== null) throw new AppError('CLIENT_NOT_FOUND');
  return resetSecondFactors(deps, actor, actor, clientId);
}
