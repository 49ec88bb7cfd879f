import { PRODUCT_NAME } from '@lading/contract/constants.ts';
import { formatMoney } from '@lading/contract/money.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { shortReference } from '../../platform/ids.ts';
import type { Mail } from '../../providers/mail/port.ts';
import { greetingOf } from '../identity/mail-limits.ts';
import { formatDate } from './mail-dates.ts';
import type { BatchFacts, Recipient, RefundFacts } from './notices.store.ts';
import type { ReceiptFacts } from './receipts.store.ts';

export interface MailContext {
  timeZone: string;
  /** The public URL of this installation. */
  url: string;
}

/** User input appears only in the text, never in a header. */
export type NoticeMail = Omit<Mail, 'id'>;

const REFUND_TIME = '5 to 10 business days';

export function receiptMail(facts: ReceiptFacts, paymentId: string, context: MailContext): NoticeMail {
  return mailTo(facts, `Your ${PRODUCT_NAME} receipt`, [
    'Thank you. We received your payment.',
    [
      `Amount: ${formatMoney(facts.amount_cents)}`,
      ...purposeOf(facts),
      `Date: ${dayOf(facts.succeeded_at, context)}`,
      `Reference: ${shortReference(paymentId)}`,
    ],
    ...purchaseLink(facts, context),
    ...(facts.has_document
      ? link(facts, 'Download your receipt as a PDF:', `${context.url}${PAGES.billing}`)
      : []),
  ]);
}

export function refundMail(facts: RefundFacts, context: MailContext): NoticeMail {
  const amount = formatMoney(facts.cents);
  return mailTo(facts, `Your ${PRODUCT_NAME} refund`, [
    facts.destination === 'balance'
      ? `We refunded ${amount} to your balance. ${usageOf(facts)}`
      : `We refunded ${amount} to your card. It should arrive within ${REFUND_TIME}, depending on your bank.`,
    [
      `Amount: ${amount}`,
      ...reasonOf(facts),
      ...purposeOf(facts),
      `Paid on: ${dayOf(facts.paid_at, context)}`,
      `Reference: ${shortReference(facts.payment_id)}`,
    ],
    ...purchaseLink(facts, context),
  ]);
}

const usageOf = ({ disputed }: RefundFacts) =>
  disputed
    ? 'The payment is disputed, so you cannot use the disputed part.'
    : 'You can use it for your next labels.';

export function batchMail(facts: BatchFacts, batchId: string, context: MailContext): NoticeMail {
  const { labels, not_created: notCreated } = facts;
  const refunded = facts.amount_cents - facts.labels_cents;
  const outcome =
    labels === 0
      ? 'no labels were created'
      : notCreated === 0
        ? 'all labels were created'
        : 'some labels could not be created';
  const page = `${context.url}${PAGES.bulkUpload}?batch=${batchId}`;
  return mailTo(facts, `Your ${PRODUCT_NAME} upload: ${outcome}`, [
    `Your upload${facts.verified ? ` "${facts.file_name}"` : ''} is complete: ${outcome}.`,
    [
      `Labels: ${labels}`,
      ...(notCreated > 0 ? [`Not created: ${notCreated}`] : []),
      `Paid: ${formatMoney(facts.amount_cents)}`,
      ...(refunded > 0
        ? [`Refund to your ${facts.refunded_to_balance ? 'balance' : 'card'}: ${formatMoney(refunded)}`]
        : []),
      `Reference: ${shortReference(facts.payment_id)}`,
    ],
    ...(refunded > 0 && !facts.refunded_to_balance
      ? [`The refund should arrive within ${REFUND_TIME}, depending on your bank.`]
      : []),
    ...link(facts, labels > 0 ? 'Print your labels here:' : 'See the details here:', page),
  ]);
}

/** A paragraph is one line or several. */
export const mailTo = (
  { email, full_name: name, verified }: Recipient,
  subject: string,
  paragraphs: (string | string[])[],
): NoticeMail => ({
  to: email,
  subject,
  text: [greetingOf({ name, verified }), ...paragraphs.map((lines) => [lines].flat().join('\n'))].join(
    '\n\n',
  ),
});

/** Left out for suspended and inactive accounts, which cannot sign in. */
export const link = ({ active }: Recipient, text: string, url: string): string[][] =>
  active ? [[text, url]] : [];

const purchaseLink = (facts: ReceiptFacts | RefundFacts, { url }: MailContext) =>
  facts.purpose === 'top_up'
    ? link(facts, 'See your balance:', `${url}${PAGES.balance}`)
    : link(facts, 'See your shipping history:', `${url}${PAGES.shippingHistory}`);

/** Left out for an unverified address, which gets no text that a user typed. */
const purposeOf = ({ description, verified }: Recipient & { description: string }) =>
  verified && description !== '' ? [`For: ${description}`] : [];

/** A carrier's error text is for admins only, so clients read our own sentence. */
const reasonOf = ({ kind, reason, verified }: RefundFacts) => {
  if (kind === 'failed_purchase') return ['Reason: The label could not be created.'];
  return verified ? [`Reason: ${reason}`] : [];
};

const dayOf = (time: Date, { timeZone }: MailContext) => formatDate(time, timeZone);
