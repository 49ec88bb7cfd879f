import { PRODUCT_NAME } from '@lading/contract/constants.ts';
import type { MessageAnswer } from '@lading/contract/identity.ts';
import type { EmailLabelBody } from '@lading/contract/shipments.ts';
import { AppError } from '../../platform/app-error.ts';
import type { FileMailer, Mail } from '../../providers/mail/port.ts';
import { maskEmail } from '../audit/audit.events.ts';
import type { Actor } from '../audit/note-view.ts';
import { recordEvent } from '../audit/record-event.ts';
import { type LabelFileDeps, labelToAttach } from './label-file.ts';

export interface EmailLabelDeps {
  /** Null: no mail server is set up. */
  fileMailer: FileMailer | null;
}

export interface Sender extends Actor {
  email: string;
}

/** While the person waits: whoever is told that it was sent does not look after it any more. */
export async function emailLabel(
  deps: LabelFileDeps & EmailLabelDeps,
  sender: Sender,
  shipmentId: string,
  { email, paper }: EmailLabelBody,
): Promise<MessageAnswer> {
  const { db, clock, fileMailer } = deps;
  const file = await labelToAttach(deps, sender.userId, shipmentId, paper);
  if (!fileMailer) throw new AppError('MAIL_NOT_SET_UP');
  const problem = await fileMailer.sendFile(mailTo(email, sender), file).then(
    (outcome) => (outcome === 'taken' ? null : new AppError('MAIL_REFUSED')),
    (cause: unknown) => new AppError('MAIL_UNREACHABLE', { cause }),
  );
  await recordEvent(db, clock, sender, {
    type: 'LABEL_EMAILED',
    status: problem ? 'error' : 'success',
    userId: sender.userId,
    userRole: sender.role,
    details: { shipmentId, email: maskEmail(email), ...(problem && { error: problem.message }) },
  });
  if (problem) throw problem;
  return { message: `The label was sent to ${email}.` };
}

/** Of what the sender wrote it carries the label alone, so that nobody can have us deliver a message of theirs. */
const mailTo = (to: string, sender: Sender): Mail => ({
  to,
  subject: `A shipping label from ${PRODUCT_NAME}`,
  text: [
    'Hello,',
    `${sender.email} sends you a shipping label. It is attached as a PDF.`,
    'Print it in its own size (100 %, not fitted to the page) and put it on the parcel.',
  ].join('\n\n'),
});
