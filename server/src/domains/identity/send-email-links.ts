import { PRODUCT_NAME } from '@lading/contract/constants.ts';
import { PAGES } from '@lading/contract/routes.ts';
import * as z from 'zod/mini';
import { hours, later, minutes } from '../../platform/clock.ts';
import { digest, newSecret } from '../../platform/ids.ts';
import { type JobKind, MAIL_RETRIES } from '../../platform/jobs/jobs.ts';
import { tokenLink } from '../../platform/token-link.ts';
import { deleteEmailLink, findEmailChange, hasEmailLinkSince, replaceEmailLink } from './email.store.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { findUserById } from './identity.store.ts';
import type { EmailLinkPurpose } from './identity.tables.ts';
import { sendWithinLimits } from './mail-limits.ts';

export const LINK_LIFE_HOURS = 24;

const PayloadSchema = z.object({
  userId: z.string(),
  purpose: z.enum(['verify', 'change_old', 'change_new']),
});

export const SEND_EMAIL_LINK: JobKind<z.infer<typeof PayloadSchema>> = {
  name: 'send-email-link',
  payload: PayloadSchema,
  retries: MAIL_RETRIES,
};

interface Destination {
  to: string;
  emailKey: string;
  verified: boolean;
}

/** Creates the link when the mail is sent, so that the token is never stored. At most one mail a minute to an address. */
export async function sendEmailLink(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'security' | 'mailer' | 'publicUrl'>,
  { userId, purpose }: z.infer<typeof PayloadSchema>,
): Promise<void> {
  const destination = await destinationOf(deps, userId, purpose);
  if (!destination) return;
  const now = deps.clock.now();
  const link = { userId, purpose, emailKey: destination.emailKey };
  if (await hasEmailLinkSince(deps.db, link, later(now, -minutes(1)))) return;
  const token = newSecret();
  const kind = purpose === 'verify' ? 'verify' : 'change-email';
  await sendWithinLimits(deps, destination, kind, async () => {
    await replaceEmailLink(deps.db, {
      token_hash: digest(token),
      user_id: userId,
      purpose,
      email_key: destination.emailKey,
      created_at: now,
      expires_at: later(now, hours(LINK_LIFE_HOURS)),
    });
    const url = tokenLink(deps, PAGES.verifyEmail, token);
    const resetUrl = `${deps.publicUrl()}${PAGES.requestPasswordReset}`;
    try {
      await deps.mailer.send({ to: destination.to, accountId: userId, ...textOf(purpose, url, resetUrl) });
    } catch (error) {
      // Delete the unsent link, so that the retry creates a new one.
      await deleteEmailLink(deps.db, digest(token));
      throw error;
    }
  });
}

async function destinationOf(
  { db, clock }: Pick<IdentityDeps, 'db' | 'clock'>,
  userId: string,
  purpose: EmailLinkPurpose,
): Promise<Destination | null> {
  const user = await findUserById(db, userId);
  if (user?.status !== 'active') return null;
  const current = { to: user.email, emailKey: user.email_key, verified: user.email_verified_at !== null };
  if (purpose === 'verify') return current.verified ? null : current;
  const change = await findEmailChange(db, userId, clock.now());
  if (!change) return null;
  if (purpose === 'change_old') return current;
  return { to: change.new_email, emailKey: change.new_email_key, verified: false };
}

/** Fixed texts without a name: the recipient may never have heard of us. */
function textOf(purpose: EmailLinkPurpose, url: string, resetUrl: string): { subject: string; text: string } {
  const { subject, reason } = TEXTS[purpose];
  // The change was requested with the account's password, so someone else may know it.
  const advice =
    purpose === 'change_old'
      ? `If you did not request the change, do not open the link, and reset your password now: ${resetUrl}`
      : 'If you did not request it, you can ignore this email.';
  const expiry = `The link works once and expires in ${LINK_LIFE_HOURS} hours. ${advice}`;
  return { subject, text: ['Hello,', reason, url, expiry].join('\n\n') };
}

const TEXTS: Record<EmailLinkPurpose, { subject: string; reason: string }> = {
  verify: {
    subject: `Verify your ${PRODUCT_NAME} email address`,
    reason: `Someone entered this email address for a ${PRODUCT_NAME} account. If that was you, open this link to verify it:`,
  },
  change_old: {
    subject: `Confirm the change of your ${PRODUCT_NAME} email address`,
    reason: `A new email address was requested for your ${PRODUCT_NAME} account. Nothing changes until both addresses are confirmed. To approve the change, open this link:`,
  },
  change_new: {
    subject: `Confirm your new ${PRODUCT_NAME} email address`,
    reason: `Someone asked to use this address for a ${PRODUCT_NAME} account. If that was you, open this link to confirm it:`,
  },
};
