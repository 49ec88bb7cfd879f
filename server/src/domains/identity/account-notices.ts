import { PRODUCT_NAME } from '@lading/contract/constants.ts';
import { PAGES } from '@lading/contract/routes.ts';
import * as z from 'zod/mini';
import type { Trx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { type JobKind, MAIL_RETRIES } from '../../platform/jobs/jobs.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { contactSupport, greetingOf, sendWithinLimits } from './mail-limits.ts';

/** Changes that the account holder gets an email about. All texts are fixed. */
const NOTICES = {
  'new-device': {
    subject: `New sign-in to your ${PRODUCT_NAME} account`,
    text: 'Someone signed in to your account from a device or network that you have not used before.',
  },
  'password-changed': {
    subject: `Your ${PRODUCT_NAME} password was changed`,
    text: 'Your account password was changed. All other sessions were ended.',
  },
  'password-reset': {
    subject: `Your ${PRODUCT_NAME} password was reset`,
    text: 'Your account password was reset with a link that we emailed to you. All sessions were ended.',
  },
  'email-changed': {
    subject: `Your ${PRODUCT_NAME} email address was changed`,
    text: 'The email address for your account was changed. You can no longer sign in with this address.',
  },
  'email-changed-by-admin': {
    subject: `Your ${PRODUCT_NAME} email address was changed`,
    text: `An administrator changed the email address for your ${PRODUCT_NAME} account. You can no longer sign in with this address.`,
  },
  'email-added': {
    subject: `This is now your ${PRODUCT_NAME} email address`,
    text: 'This address is now the email address for your account. Please sign in with it from now on.',
  },
  'factor-added': {
    subject: `A second factor was added to your ${PRODUCT_NAME} account`,
    text: 'A passkey or an authenticator app was added to your account.',
  },
  'factor-removed': {
    subject: `A second factor was removed from your ${PRODUCT_NAME} account`,
    text: 'A passkey or an authenticator app was removed from your account.',
  },
  'recovery-codes-created': {
    subject: `New recovery codes for your ${PRODUCT_NAME} account`,
    text: 'New recovery codes were created for your account. The earlier ones no longer work.',
  },
  'recovery-code-used': {
    subject: `A recovery code for your ${PRODUCT_NAME} account was used`,
    text: 'Someone signed in to your account with a recovery code. Each code works once.',
  },
  'factors-reset': {
    subject: `The second factors were removed from your ${PRODUCT_NAME} account`,
    text: 'An administrator removed all second factors from your account. Until you set up a new second factor, your password alone is enough to sign in.',
  },
  'api-key-created': {
    subject: `A new API key for your ${PRODUCT_NAME} account`,
    text: 'An API key was created for your account. Anyone who has this key can use it to call the API for your account.',
  },
  'api-keys-deleted': {
    subject: `The API keys of your ${PRODUCT_NAME} account were deleted`,
    text: 'An administrator deleted all API keys of your account. Programs that used them can no longer call the API.',
  },
  'codes-refused': {
    subject: `Incorrect sign-in codes for your ${PRODUCT_NAME} account`,
    text: 'Someone entered your password, followed by several incorrect codes. We have temporarily blocked further codes.',
  },
} as const;

type NoticeKind = keyof typeof NOTICES;
const KINDS = Object.keys(NOTICES) as [NoticeKind, ...NoticeKind[]];

const PayloadSchema = z.object({
  /** Missing in jobs of earlier versions. */
  id: z.optional(z.string()),
  userId: z.string(),
  kind: z.enum(KINDS),
  to: z.string(),
  emailKey: z.string(),
  name: z.string(),
  verified: z.boolean(),
  at: z.string(),
  /** Such as `Device: Chrome on Windows`. */
  facts: z.array(z.string()),
});

export const SEND_ACCOUNT_NOTICE: JobKind<z.infer<typeof PayloadSchema>> = {
  name: 'send-account-notice',
  payload: PayloadSchema,
  retries: MAIL_RETRIES,
};

interface Account {
  id: string;
  email: string;
  email_key: string;
  full_name: string;
  email_verified_at: Date | null;
}

/** Queues an email to the account's current address. Pass the account as it was before a change of address. */
export async function queueAccountNotice(
  { jobs, clock }: Pick<IdentityDeps, 'jobs' | 'clock'>,
  trx: Trx,
  account: Account,
  kind: NoticeKind,
  facts: string[] = [],
): Promise<void> {
  await jobs.enqueue(trx, SEND_ACCOUNT_NOTICE, {
    id: newId(),
    userId: account.id,
    kind,
    to: account.email,
    emailKey: account.email_key,
    name: account.full_name,
    verified: account.email_verified_at !== null,
    at: clock.now().toISOString(),
    facts,
  });
}

const TIME = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** The account holder cannot undo these. */
const FOR_SUPPORT: readonly NoticeKind[] = [
  'email-changed',
  'email-changed-by-admin',
  'factors-reset',
  'api-keys-deleted',
];

function adviceOf(kind: NoticeKind, deps: Pick<IdentityDeps, 'publicUrl' | 'supportEmail'>): string {
  if (FOR_SUPPORT.includes(kind)) return `If you did not request this change, ${contactSupport(deps)}`;
  if (kind === 'api-key-created')
    return 'If you did not create it, delete it on the “Sign-in security” page of your account and change your password.';
  return `If this was you, you can ignore this email. If not, reset your password now: ${deps.publicUrl()}${PAGES.requestPasswordReset}`;
}

export async function sendAccountNotice(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'security' | 'mailer' | 'publicUrl' | 'supportEmail'>,
  { id, userId, kind, to, emailKey, name, verified, at, facts }: z.infer<typeof PayloadSchema>,
): Promise<void> {
  const { subject, text } = NOTICES[kind];
  const lines = [...facts, `Time: ${TIME.format(new Date(at))} UTC`];
  await sendWithinLimits(deps, { emailKey, verified }, 'notice', () =>
    deps.mailer.send({
      // The same for a retry, so that mail programs recognize the email.
      ...(id !== undefined && { id: `account-${id}` }),
      to,
      accountId: userId,
      subject,
      text: [greetingOf({ name, verified }), text, lines.join('\n'), adviceOf(kind, deps)].join('\n\n'),
    }),
  );
}
