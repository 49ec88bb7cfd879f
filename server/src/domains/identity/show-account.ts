import type { AccountAnswer } from '@lading/contract/account.ts';
import type { SignedInActor } from '../../platform/actor.ts';
import { transaction } from '../../platform/db/database.ts';
import { findEmailChange } from './email.store.ts';
import type { IdentityDeps } from './identity.deps.ts';
import type { EmailLinkPurpose } from './identity.tables.ts';
import { SEND_EMAIL_LINK } from './send-email-links.ts';

export async function showAccount(
  { db, clock }: Pick<IdentityDeps, 'db' | 'clock'>,
  { userId, email, emailVerifiedAt }: SignedInActor,
): Promise<AccountAnswer> {
  const change = await findEmailChange(db, userId, clock.now());
  return {
    email,
    emailVerified: emailVerifiedAt !== null,
    emailChange: change
      ? {
          email: change.new_email,
          expiresAt: change.expires_at.toISOString(),
          oldConfirmed: change.old_confirmed_at !== null,
          newConfirmed: change.new_confirmed_at !== null,
        }
      : null,
  };
}

/** Resends the links that are still open. Email limits apply. */
export async function resendEmailLinks(
  { db, clock, jobs }: Pick<IdentityDeps, 'db' | 'clock' | 'jobs'>,
  { userId, emailVerifiedAt }: SignedInActor,
): Promise<{ sent: boolean }> {
  const change = await findEmailChange(db, userId, clock.now());
  const open: EmailLinkPurpose[] = [];
  if (emailVerifiedAt === null) open.push('verify');
  if (change && !change.old_confirmed_at) open.push('change_old');
  if (change && !change.new_confirmed_at) open.push('change_new');
  await transaction(db, async (trx) => {
    for (const purpose of open) await jobs.enqueue(trx, SEND_EMAIL_LINK, { userId, purpose });
  });
  return { sent: open.length > 0 };
}
