import { ERRORS } from '@lading/contract/errors.ts';
import { normalizeEmail } from '@lading/contract/identity.ts';
import type { SignedInActor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { transaction } from '../../platform/db/database.ts';
import { byActor } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { findUserByEmail, type StoredUser } from './identity.store.ts';
import { countFailure, refuseIfThrottled } from './login-throttle.ts';

/**
 * Checks the password of a signed-in account, with the same limits on wrong ones as the sign-in. Returns the
 * account as it was checked: compare its password hash under a lock before relying on it.
 */
export async function checkPassword(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'passwords'>,
  actor: SignedInActor,
  password: string,
): Promise<StoredUser> {
  const { db, clock } = deps;
  const emailKey = normalizeEmail(actor.email);
  const ip = actor.ip ?? 'unknown';
  await refuseIfThrottled(db, emailKey, ip, clock.now());
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
