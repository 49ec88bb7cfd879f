import { PRODUCT_NAME } from '@lading/contract/constants.ts';
import type { MessageAnswer } from '@lading/contract/identity.ts';
import type { EmailLabelBody } from '@lading/contract/shipments.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import type { FileMailer, Mail } from '../../providers/mail/port.ts';
import { byActor, maskEmail } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { type LabelFileDeps, labelToAttach } from './label-file.ts';

export interface EmailLabelDeps {
  /** Null when no mail server is configured. */
  fileMailer: FileMailer | null;
}

interface Sender extends Actor {
  email: string;
}

/** Sends during the request, so that the answer can say whether the mail server accepted the message. */
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
    (outcome) => (outcome === 'accepted' ? null : new AppError('MAIL_REFUSED')),
    (cause: unknown) => new AppError('MAIL_UNREACHABLE', { cause }),
  );
  await recordEvent(db, clock, sender, {
    type: 'LABEL_EMAILED',
    status: problem ? 'error' : 'success',
    ...byActor(sender),
    details: { shipmentId, email: maskEmail(email), ...(problem && { error: problem.message }) },
  });
  if (problem) throw problem;
  return { message: `The label was sent to ${email}.` };
}

/** Contains no text from the sender, so that the feature cannot be used to send spam. */
const mailTo = (to: string, sender: Sender): Mail => ({
  to,
  subject: `A shipping label from ${PRODUCT_NAME}`,
  text: [
    'Hello,',
    `${sender.email} has sent you a shipping label. It is attached as a PDF.`,
    'Print it at actual size (100%, not "fit to page") and attach it to the package.',
  ].join('\n\n'),
});
