import type { VerifyEmailAnswer, VerifyEmailBody } from '@lading/contract/account.ts';
import { AppError } from '../../platform/app-error.ts';
import { isUniqueViolation, type Trx, transaction } from '../../platform/db/database.ts';
import { digest } from '../../platform/ids.ts';
import { byActor, type Origin } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { applyEmailChange } from './change-email.ts';
import { confirmEmailChange, consumeEmailLink, type EmailLink } from './email.store.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { findUserById, lockActive, type StoredUser, updateAccount } from './identity.store.ts';

/** Uses a link from a mail: verifies an address, or confirms one side of a change. */
export async function verifyEmail(
  deps: IdentityDeps,
  origin: Origin,
  { token }: VerifyEmailBody,
): Promise<VerifyEmailAnswer> {
  return transaction(deps.db, async (trx) => {
    const link = await consumeEmailLink(trx, digest(token), deps.clock.now());
    const user = link && (await findUserById(trx, link.user_id));
    if (!user || !(await lockActive(trx, user))) throw new AppError('EMAIL_LINK_INVALID');
    if (link.purpose !== 'verify') return confirmSide(deps, trx, origin, user, link);
    if (link.email_key !== user.email_key) throw new AppError('EMAIL_LINK_INVALID');
    await updateAccount(trx, user.id, { email_verified_at: deps.clock.now() });
    await recordEvent(trx, deps.clock, origin, {
      type: 'EMAIL_VERIFIED',
      status: 'success',
      ...byActor({ userId: user.id, role: user.role }),
      details: {},
    });
    return { state: 'verified' as const };
  }).catch((error: unknown) => {
    // Another account has taken the address since the link was sent.
    throw isUniqueViolation(error, 'users_email_key') ? new AppError('EMAIL_TAKEN') : error;
  });
}

async function confirmSide(
  deps: IdentityDeps,
  trx: Trx,
  origin: Origin,
  user: StoredUser,
  link: EmailLink,
): Promise<VerifyEmailAnswer> {
  const now = deps.clock.now();
  const side = link.purpose === 'change_old' ? 'old' : 'new';
  const change = await confirmEmailChange(trx, user.id, side, now);
  // The address may have changed between the job that sent the link and the request for another change.
  if (!change || link.email_key !== (side === 'old' ? user.email_key : change.new_email_key))
    throw new AppError('EMAIL_LINK_INVALID');
  if (!change.old_confirmed_at || !change.new_confirmed_at) return { state: 'waiting' };
  await applyEmailChange(trx, deps, user, {
    email: change.new_email,
    emailKey: change.new_email_key,
    verifiedAt: now,
    by: 'self',
  });
  await recordEvent(trx, deps.clock, origin, {
    type: 'EMAIL_CHANGED',
    status: 'success',
    ...byActor({ userId: user.id, role: user.role }),
    details: { by: 'self' },
  });
  return { state: 'changed' };
}
