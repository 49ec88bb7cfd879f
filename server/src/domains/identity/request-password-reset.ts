import { PRODUCT_NAME } from '@lading/contract/constants.ts';
import { type ForgotPasswordBody, normalizeEmail } from '@lading/contract/identity.ts';
import { AUTH } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import * as z from 'zod/mini';
import { later, minutes } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/database.ts';
import { digest, newSecret } from '../../platform/ids.ts';
import { type JobKind, MAIL_RETRIES } from '../../platform/jobs/jobs.ts';
import { tokenLink } from '../../platform/token-link.ts';
import type { Mail } from '../../providers/mail/port.ts';
import { maskEmail, type Origin } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { IdentityDeps } from './identity.deps.ts';
import {
  deletePasswordResetsOfUser,
  findUserByEmail,
  hasPasswordResetSince,
  lockActive,
  replacePasswordReset,
  type StoredUser,
} from './identity.store.ts';
import { greetingOf, sendWithinLimits } from './mail-limits.ts';

const LINK_LIFE_MINUTES = 30;

const PayloadSchema = z.object({ email: z.string() });

export const SEND_RESET_MAIL: JobKind<z.infer<typeof PayloadSchema>> = {
  name: 'send-reset-mail',
  payload: PayloadSchema,
  retries: MAIL_RETRIES,
};

/** Only queues a job. The job looks up the account, so response and timing reveal nothing. */
export async function requestPasswordReset(
  deps: IdentityDeps,
  origin: Origin,
  input: ForgotPasswordBody,
): Promise<{ message: string }> {
  const email = normalizeEmail(input.email);
  await transaction(deps.db, async (trx) => {
    await deps.jobs.enqueue(trx, SEND_RESET_MAIL, { email });
    await recordEvent(trx, deps.clock, origin, {
      type: 'PASSWORD_RESET_REQUESTED',
      status: 'success',
      userId: null,
      userRole: null,
      details: { email: maskEmail(email) },
    });
  });
  return { message: AUTH.resetMailSent };
}

/**
 * A new link replaces the previous one. At most one mail per minute and three per hour, so that an attacker
 * cannot flood an inbox.
 */
export async function sendResetMail(
  deps: IdentityDeps,
  payload: z.infer<typeof PayloadSchema>,
): Promise<void> {
  const user = await findUserByEmail(deps.db, payload.email);
  if (user?.status !== 'active') return;
  const now = deps.clock.now();
  if (await hasPasswordResetSince(deps.db, user.id, later(now, -minutes(1)))) return;
  const recipient = { emailKey: user.email_key, verified: user.email_verified_at !== null };
  await sendWithinLimits(deps, recipient, 'reset', () => sendLink(deps, user));
}

async function sendLink(deps: IdentityDeps, user: StoredUser): Promise<void> {
  const now = deps.clock.now();
  const token = newSecret();
  const isStored = await transaction(deps.db, async (trx) => {
    // The address may just have changed, which invalidates links to the old one.
    if (!(await lockActive(trx, user))) return false;
    await replacePasswordReset(trx, {
      token_hash: digest(token),
      user_id: user.id,
      created_at: now,
      expires_at: later(now, minutes(LINK_LIFE_MINUTES)),
    });
    return true;
  });
  if (!isStored) return;
  try {
    await deps.mailer.send(resetMail(user, tokenLink(deps, PAGES.resetPassword, token)));
  } catch (error) {
    // Delete the unsent link, so that the retry creates a new one.
    await deletePasswordResetsOfUser(deps.db, user.id);
    throw error;
  }
}

const resetMail = (user: StoredUser, link: string): Mail => ({
  to: user.email,
  accountId: user.id,
  subject: `Reset your ${PRODUCT_NAME} password`,
  text: [
    greetingOf({ name: user.full_name, verified: user.email_verified_at !== null }),
    '',
    'Open this link to choose a new password:',
    '',
    link,
    '',
    `The link works once and expires in ${LINK_LIFE_MINUTES} minutes. If you did not request it, you can ignore this email.`,
  ].join('\n'),
});
