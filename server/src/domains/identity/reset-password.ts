import type { MessageAnswer, ResetPasswordBody } from '@lading/contract/identity.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Trx, transaction } from '../../platform/db/database.ts';
import { digest } from '../../platform/ids.ts';
import { byActor, type Origin } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { queueAccountNotice } from './account-notices.ts';
import { deleteEmailChange } from './email.store.ts';
import type { IdentityDeps } from './identity.deps.ts';
import {
  consumePasswordReset,
  deletePasswordResetsOfUser,
  deleteSessionsOfUser,
  findPasswordReset,
  updateAccount,
  updatePassword,
} from './identity.store.ts';
import { clearAccount } from './login-throttle.ts';
import { deleteUnprovenApiKeys } from './manage-api-keys.ts';

const PASSWORD_CHANGED = 'Your password was changed. Please sign in.';

/**
 * The link has proven access to the address. A stranger may have signed up with it before: their second factors would lock the
 * owner out, and those or their API keys would let the stranger in again.
 */
async function claimAddress(deps: IdentityDeps, trx: Trx, origin: Origin, userId: string): Promise<void> {
  await updateAccount(trx, userId, { email_verified_at: deps.clock.now() });
  await deps.secondFactors.removeAll(trx, origin, userId);
  await deleteUnprovenApiKeys(deps, trx, origin, userId);
}

/** Ends every session of the account and does not start one. */
export async function resetPassword(
  deps: IdentityDeps,
  origin: Origin,
  input: ResetPasswordBody,
): Promise<MessageAnswer> {
  const tokenHash = digest(input.token);
  const owner = await findPasswordReset(deps.db, tokenHash, deps.clock.now());
  if (!owner) throw new AppError('RESET_LINK_INVALID');
  const hint = await deps.passwordRules.check(input.password, { email: owner.email, name: owner.full_name });
  const passwordHash = await deps.passwords.hash(input.password);
  await transaction(deps.db, async (trx) => {
    if (!(await consumePasswordReset(trx, tokenHash, deps.clock.now())))
      throw new AppError('RESET_LINK_INVALID');
    await deletePasswordResetsOfUser(trx, owner.id);
    await updatePassword(trx, owner.id, passwordHash);
    // Someone who knew the old password may have requested it.
    await deleteEmailChange(trx, owner.id);
    await deleteSessionsOfUser(trx, owner.id);
    if (!owner.email_verified_at) await claimAddress(deps, trx, origin, owner.id);
    await queueAccountNotice(
      deps,
      trx,
      { ...owner, email_verified_at: owner.email_verified_at ?? deps.clock.now() },
      'password-reset',
    );
    await clearAccount(trx, owner.email_key, origin.ip ?? 'unknown');
    await recordEvent(trx, deps.clock, origin, {
      type: 'PASSWORD_RESET',
      status: 'success',
      ...byActor({ userId: owner.id, role: owner.role }),
      details: {},
    });
  });
  return { message: PASSWORD_CHANGED, ...(hint ? { hint } : {}) };
}
