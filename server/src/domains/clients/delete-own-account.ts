import type { DeleteAccountBody } from '@lading/contract/account.ts';
import { PRODUCT_NAME } from '@lading/contract/constants.ts';
import type { SignedInActor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { byActor } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { checkPassword, requireUnchanged } from '../identity/check-password.ts';
import type { IdentityDeps } from '../identity/identity.deps.ts';
import { contactSupport, type MailLimitDeps, sendWithinLimits } from '../identity/mail-limits.ts';
import { type EraseDeps, erasePersonalData } from './erase-personal-data.ts';

export type DeleteOwnAccountDeps = EraseDeps &
  MailLimitDeps &
  Pick<IdentityDeps, 'sessionLimits' | 'supportEmail'>;

/** A client deletes their own account. The same rules apply as when an admin does it. */
export async function deleteOwnAccount(
  deps: DeleteOwnAccountDeps,
  actor: SignedInActor,
  { password }: DeleteAccountBody,
): Promise<void> {
  if (actor.role !== 'client') throw new AppError('STAFF_ACCOUNT');
  const user = await checkPassword(deps, actor, password);
  await erasePersonalData(deps, user.id, {
    subject: 'Your account',
    // The owner may have reset a stolen password since the check.
    checkAgain: (trx) => requireUnchanged(trx, user),
    record: (db, status, error) =>
      recordEvent(db, deps.clock, actor, {
        type: 'DELETE_OWN_ACCOUNT',
        status,
        ...byActor(actor),
        details: error ? { error } : {},
      }),
  });
  await confirmByMail(deps, user);
}

/** Not a job: a queued job would keep the address that was just erased. */
async function confirmByMail(
  deps: DeleteOwnAccountDeps,
  {
    email,
    email_key,
    email_verified_at,
  }: { email: string; email_key: string; email_verified_at: Date | null },
): Promise<void> {
  const recipient = { emailKey: email_key, verified: email_verified_at !== null };
  const text = `Hello,\n\nYour ${PRODUCT_NAME} account was deleted at your request. Your personal data was erased. Payments and shipments stay in our books without your name and address.\n\nIf you did not request this, ${contactSupport(deps)}`;
  await sendWithinLimits(deps, recipient, 'notice', () =>
    deps.mailer.send({ to: email, subject: `Your ${PRODUCT_NAME} account was deleted`, text }),
  ).catch((error: unknown) =>
    deps.log.warn({ event: 'mail.not_sent', err: error }, 'Could not confirm the deletion of an account'),
  );
}
