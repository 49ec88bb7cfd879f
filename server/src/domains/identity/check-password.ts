import { ERRORS } from '@lading/contract/errors.ts';
import { normalizeEmail } from '@lading/contract/identity.ts';
import type { SignedInActor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Trx, transaction } from '../../platform/db/database.ts';
import { byActor } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { findUserByEmail, lockUnchanged, type StoredUser } from './identity.store.ts';
import { countFailure, refuseIfThrottled } from './login-throttle.ts';

/**
 * Checks the password of a signed-in account, with the same limits on wrong ones as the sign-in. Returns the
 * account as it was checked: compare its password hash under a lock before relying on it (`requireUnchanged`).
 */
export async function checkPassword(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'passwords' | 'sessionLimits'>,
  actor: SignedInActor,
  password: string,
): Promise<StoredUser> {
  const { db, clock } = deps;
  const emailKey = normalizeEmail(actor.email);
  const ip = actor.ip ?? 'unknown';
  await refuseIfThrottled(deps, emailKey, ip, clock.now());
  const user = await findUserByEmail(db, emailKey);
  if (user && (await deps.passwords.matches(password, user.password_hash, 'signed-in'))) return user;
  await transaction(db, async (trx) => {
    await countFailure(trx, emailKey, ip, clock.now());
    await recordEvent(trx, clock, actor, {
      type: 'IDENTITY_CONFIRMED',
      status: 'error',
      ...byActor(actor),
      details: { by: 'password', error: ERRORS.PASSWORD_INCORRECT.message },
    });
  });
  throw new AppError('PASSWORD_INCORRECT');
}

/** Locks the account. Refuses if its password was replaced since `checkPassword`. */
export async function requireUnchanged(trx: Trx, user: StoredUser): Promise<void> {
  if (!(await lockUnchanged(trx, user))) throw new AppError('PASSWORD_INCORRECT');
}
