import type { ChangePasswordAnswer, ChangePasswordBody } from '@lading/contract/account.ts';
import type { SignedInActor } from '../../platform/actor.ts';
import { transaction } from '../../platform/db/database.ts';
import { byActor } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { queueAccountNotice } from './account-notices.ts';
import { checkPassword, requireUnchanged } from './check-password.ts';
import { deleteEmailChange } from './email.store.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { deletePasswordResetsOfUser, updatePassword } from './identity.store.ts';
import { clearPair } from './login-throttle.ts';
import { renewToken } from './prove-identity.ts';
import { sessionIdOf } from './session-of.ts';
import { deleteSessionsBy } from './sessions.store.ts';

const PASSWORD_CHANGED = 'Your password was changed. All other sessions were ended.';

/** Needs the current password. Ends every other session, and replaces the token of this one. */
export async function changePassword(
  deps: IdentityDeps,
  actor: SignedInActor,
  { currentPassword, password }: ChangePasswordBody,
): Promise<ChangePasswordAnswer> {
  const user = await checkPassword(deps, actor, currentPassword);
  const hint = await deps.passwordRules.check(password, { email: user.email, name: user.full_name });
  const passwordHash = await deps.passwords.hash(password, 'signed-in');
  const renewed = await transaction(deps.db, async (trx) => {
    await requireUnchanged(trx, user);
    await updatePassword(trx, user.id, passwordHash);
    // Someone who knew the old password may have requested it.
    await deleteEmailChange(trx, user.id);
    await deletePasswordResetsOfUser(trx, user.id);
    await deleteSessionsBy(trx, user.id, { except: sessionIdOf(actor) });
    await clearPair(trx, user.email_key, actor.ip ?? 'unknown');
    await queueAccountNotice(deps, trx, user, 'password-changed');
    await recordEvent(trx, deps.clock, actor, {
      type: 'PASSWORD_CHANGED',
      status: 'success',
      ...byActor(actor),
      details: {},
    });
    return renewToken(deps, trx, actor);
  });
  return { message: PASSWORD_CHANGED, ...(hint ? { hint } : {}), ...renewed };
}
