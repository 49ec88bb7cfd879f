import { PRODUCT_NAME } from '@lading/contract/constants.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { type Delivery, INVITATION_LIFE_DAYS } from '@lading/contract/staff.ts';
import { hours, later } from '../../platform/clock.ts';
import { tokenLink } from '../../platform/token-link.ts';
import type { Mail } from '../../providers/mail/port.ts';
import type { StaffDeps } from './staff.deps.ts';

const MAX_MAILS_PER_HOUR = 3;

export const linkOf = (deps: Pick<StaffDeps, 'publicUrl' | 'security'>, token: string) =>
  tokenLink(deps, PAGES.acceptInvitation, token);

interface MailCount {
  mails: number;
  mails_from: Date;
}

/** The count after one more email, or null when the address already got enough of them. */
export function countMail({ mails, mails_from: from }: MailCount, now: Date): MailCount | null {
  if (from <= later(now, -hours(1))) return { mails: 1, mails_from: now };
  return mails < MAX_MAILS_PER_HOUR ? { mails: mails + 1, mails_from: from } : null;
}

/**
 * Sends during the request, so that the response can report the outcome and no queue has to store the token. The
 * invitation is valid even if the email fails: the link can be copied.
 */
export async function mailInvitation(
  { mailer, fileMailer, log }: Pick<StaffDeps, 'mailer' | 'fileMailer' | 'log'>,
  to: string,
  link: string,
): Promise<Delivery> {
  try {
    await mailer.send(invitationMail(to, link));
    return fileMailer ? 'sent' : 'not_configured';
  } catch (error) {
    log.warn({ event: 'mail.not_sent', err: error }, 'Could not send an invitation');
    return 'failed';
  }
}

/** Fixed text: it contains nothing that a person typed. */
const invitationMail = (to: string, link: string): Mail => ({
  to,
  subject: `Your invitation to ${PRODUCT_NAME}`,
  text: [
    'Hello,',
    `You have been invited to join the staff of a business that uses ${PRODUCT_NAME}. Open this link to choose your name and password:`,
    link,
    `The link works once and expires in ${INVITATION_LIFE_DAYS} days. If you did not expect it, you can ignore this email.`,
  ].join('\n\n'),
});
