import { PRODUCT_NAME } from '@lading/contract/constants.ts';
import { normalizeEmail } from '@lading/contract/identity.ts';
import * as z from 'zod/mini';
import type { Trx } from '../../platform/db/database.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { deletePasswordResetsOfUser, updateAccount } from './identity.store.ts';
import { SEND_RESET_MAIL } from './request-password-reset.ts';

const PayloadSchema = z.object({ userId: z.string(), to: z.string(), name: z.string() });

export const SEND_EMAIL_CHANGED_MAIL: JobKind<z.infer<typeof PayloadSchema>> = {
  name: 'send-email-changed-mail',
  payload: PayloadSchema,
  retries: 5,
};

interface Owner {
  id: string;
  email: string;
  email_key: string;
  full_name: string;
}

/**
 * Changes the login address on behalf of an admin and notifies the old address. Reset links sent to the old
 * address stop working; sessions stay. An address that is taken violates the constraint `users_email_key`.
 */
export async function changeEmail(
  trx: Trx,
  { jobs }: Pick<IdentityDeps, 'jobs'>,
  owner: Owner,
  email: string,
): Promise<void> {
  const emailKey = normalizeEmail(email);
  await updateAccount(trx, owner.id, { email, email_key: emailKey });
  if (emailKey === owner.email_key) return;
  await deletePasswordResetsOfUser(trx, owner.id);
  await jobs.forget(trx, SEND_RESET_MAIL, { email: owner.email_key });
  await jobs.enqueue(trx, SEND_EMAIL_CHANGED_MAIL, {
    userId: owner.id,
    to: owner.email,
    name: owner.full_name,
  });
}

/** The mail does not name the new address, because the old mailbox may be compromised. */
export const sendEmailChangedMail = (
  { mailer }: Pick<IdentityDeps, 'mailer'>,
  { to, name }: z.infer<typeof PayloadSchema>,
): Promise<void> =>
  mailer.send({
    to,
    subject: `Your ${PRODUCT_NAME} email address was changed`,
    text: [
      `Hello ${name},`,
      '',
      `An administrator changed the email address of your ${PRODUCT_NAME} account. You can no longer sign in with this address.`,
      '',
      'If you did not request this change, please contact support.',
    ].join('\n'),
  });
