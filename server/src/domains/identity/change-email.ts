import type { ChangeEmailAnswer } from '@lading/contract/account.ts';
import { ERRORS } from '@lading/contract/errors.ts';
import { normalizeEmail } from '@lading/contract/identity.ts';
import { AppError } from '../../platform/app-error.ts';
import { hours, later } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { queueAccountNotice } from './account-notices.ts';
import { deleteEmailChange, deleteEmailLinksOfUser, replaceEmailChange } from './email.store.ts';
import type { IdentityDeps } from './identity.deps.ts';
import {
  deletePasswordResetsOfUser,
  emailExists,
  findUserById,
  type StoredUser,
  updateAccount,
} from './identity.store.ts';
import { SEND_RESET_MAIL } from './request-password-reset.ts';
import { LINK_LIFE_HOURS, SEND_EMAIL_LINK } from './send-email-links.ts';

const TAKEN = { path: 'email', message: ERRORS.EMAIL_TAKEN.message };

export type ChangeEmailDeps = Pick<IdentityDeps, 'jobs' | 'clock' | 'security'>;

/**
 * Changes the login address, on behalf of its owner or an admin. `standard` changes it immediately and notifies both
 * addresses. `strict` waits until both have confirmed; an old address that was never verified is not asked, and an
 * account that is not active is refused. A taken address violates the constraint `users_email_key`. The caller holds a
 * lock on the account.
 */
export async function changeEmail(
  trx: Trx,
  deps: ChangeEmailDeps,
  userId: string,
  email: string,
  by: 'self' | 'admin',
): Promise<ChangeEmailAnswer['state']> {
  const user = await findUserById(trx, userId);
  if (!user) throw new Error('The account does not exist');
  const emailKey = normalizeEmail(email);
  if (emailKey === user.email_key) {
    // Perhaps another spelling.
    await updateAccount(trx, userId, { email });
    return 'same';
  }
  if (deps.security === 'standard') {
    await applyEmailChange(trx, deps, user, { email, emailKey, verifiedAt: null, by });
    await deps.jobs.enqueue(trx, SEND_EMAIL_LINK, { userId, purpose: 'verify' });
    return 'changed';
  }
  // Such an account gets no links.
  if (user.status !== 'active') throw new AppError('ACCOUNT_NOT_ACTIVE');
  if (await emailExists(trx, emailKey)) throw new AppError('EMAIL_TAKEN', { fields: [TAKEN] });
  const now = deps.clock.now();
  await replaceEmailChange(trx, {
    user_id: userId,
    new_email: email,
    new_email_key: emailKey,
    created_at: now,
    expires_at: later(now, hours(LINK_LIFE_HOURS)),
    old_confirmed_at: user.email_verified_at ? null : now,
    new_confirmed_at: null,
  });
  if (user.email_verified_at)
    await deps.jobs.enqueue(trx, SEND_EMAIL_LINK, { userId, purpose: 'change_old' });
  await deps.jobs.enqueue(trx, SEND_EMAIL_LINK, { userId, purpose: 'change_new' });
  return 'waiting';
}

interface NewAddress {
  email: string;
  emailKey: string;
  verifiedAt: Date | null;
  by: 'self' | 'admin';
}

/** Links that were sent to the old address stop working; sessions stay. */
export async function applyEmailChange(
  trx: Trx,
  deps: ChangeEmailDeps,
  user: StoredUser,
  { email, emailKey, verifiedAt, by }: NewAddress,
): Promise<void> {
  await updateAccount(trx, user.id, { email, email_key: emailKey, email_verified_at: verifiedAt });
  await deletePasswordResetsOfUser(trx, user.id);
  await deleteEmailChange(trx, user.id);
  await deleteEmailLinksOfUser(trx, user.id);
  await deps.jobs.forget(trx, SEND_RESET_MAIL, { email: user.email_key });
  // The mail does not name the new address, because the old mailbox may be compromised.
  await queueAccountNotice(deps, trx, user, by === 'admin' ? 'email-changed-by-admin' : 'email-changed');
  const newHolder = { ...user, email, email_key: emailKey, email_verified_at: verifiedAt };
  await queueAccountNotice(deps, trx, newHolder, 'email-added');
}
