import { PRODUCT_NAME } from '@lading/contract/constants.ts';
import { formatMoney } from '@lading/contract/money.ts';
import { PAGES } from '@lading/contract/routes.ts';
import type { Mail } from '../../providers/mail/port.ts';
import type { BatchFacts, ReceiptFacts, Recipient, RefundFacts } from './notices.store.ts';

export interface MailContext {
  timeZone: string;
  /** The address people reach us under. */
  url: string;
}

/** What people wrote stands in the text alone, never in a header. */
type NoticeMail = Omit<Mail, 'id'>;

const RETURN_TIME = '5 to 10 business days';

export function receiptMail(facts: ReceiptFacts, paymentId: string, context: MailContext): NoticeMail {
  return mailTo(facts, `Your ${PRODUCT_NAME} receipt`, [
    'thank you, your payment has arrived.',
    [
      `Amount: ${formatMoney(facts.amount_cents)}`,
      ...forWhat(facts.description),
      `Date: ${dayOf(facts.succeeded_at, context)}`,
      `Reference: ${referenceOf(paymentId)}`,
    ],
    ...link(facts, 'Your labels are in your shipping history:', `${context.url}${PAGES.shippingHistory}`),
  ]);
}

export function refundMail(facts: RefundFacts, context: MailContext): NoticeMail {
  const amount = formatMoney(facts.cents);
  return mailTo(facts, `Your ${PRODUCT_NAME} refund`, [
    `we sent ${amount} back to your card. It arrives within ${RETURN_TIME}, depending on your bank.`,
    [
      `Amount: ${amount}`,
      `Why: ${whyReturned(facts)}`,
      ...forWhat(facts.description),
      `Paid: ${dayOf(facts.paid_at, context)}`,
      `Reference: ${referenceOf(facts.payment_id)}`,
    ],
    ...link(facts, 'Your shipping history:', `${context.url}${PAGES.shippingHistory}`),
  ]);
}

export function batchMail(facts: BatchFacts, batchId: string, context: MailContext): NoticeMail {
  const { labels, not_made: notMade } = facts;
  const returned = facts.amount_cents - facts.labels_cents;
  const outcome =
    labels === 0
      ? 'no labels were made'
      : notMade === 0
        ? 'all labels are made'
        : 'some labels were not made';
  const page = `${context.url}${PAGES.bulkUpload}?batch=${batchId}`;
  return mailTo(facts, `Your ${PRODUCT_NAME} upload: ${outcome}`, [
    `your upload "${facts.file_name}" is finished: ${outcome}.`,
    [
      `Labels: ${labels}`,
      ...(notMade > 0 ? [`Not made: ${notMade}`] : []),
      `Paid: ${formatMoney(facts.amount_cents)}`,
      ...(returned > 0 ? [`Going back to your card: ${formatMoney(returned)}`] : []),
      `Reference: ${referenceOf(facts.payment_id)}`,
    ],
    ...(returned > 0 ? [`The money arrives within ${RETURN_TIME}, depending on your bank.`] : []),
    ...link(facts, labels > 0 ? 'Print the labels here:' : 'See what happened here:', page),
  ]);
}

/** Paragraphs, of one line or several. */
const mailTo = (
  { email, full_name }: Recipient,
  subject: string,
  paragraphs: (string | string[])[],
): NoticeMail => ({
  to: email,
  subject,
  text: [`Hello ${full_name},`, ...paragraphs.map((lines) => [lines].flat().join('\n'))].join('\n\n'),
});

/** An account that is closed for now has nothing to open. */
const link = ({ active }: Recipient, words: string, url: string): string[][] =>
  active ? [[words, url]] : [];

const forWhat = (description: string) => (description === '' ? [] : [`For: ${description}`]);

/** The operator's own words, or ours; a carrier's are for the operator. */
const whyReturned = ({ kind, reason }: RefundFacts) =>
  kind === 'failed_purchase' ? 'The label could not be made.' : reason;

/** Enough to find a payment by, and short enough to read out. */
const referenceOf = (paymentId: string) => paymentId.slice(paymentId.lastIndexOf('-') + 1);

const dayOf = (moment: Date, { timeZone }: MailContext) =>
  new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'long' }).format(moment);
