import { BILLING_KIND_NAMES } from '@lading/contract/billing.ts';
import { PRODUCT_NAME } from '@lading/contract/constants.ts';
import { formatMoney } from '@lading/contract/money.ts';
import { PAGES } from '@lading/contract/routes.ts';
import type { BillingFacts } from './billing-notices.store.ts';
import { formatDate, monthName } from './mail-dates.ts';
import { link, type MailContext, mailTo, type NoticeMail } from './notice-mails.ts';

export function billingMail(facts: BillingFacts, { url }: MailContext): NoticeMail {
  const month = monthName(startOf(facts.month));
  return mailTo(facts, `Your ${PRODUCT_NAME} documents for ${month}`, [
    `Your documents for ${month} are ready.`,
    facts.documents.map(lineOf),
    ...link(facts, 'Download them here:', `${url}${PAGES.billing}`),
  ]);
}

const lineOf = ({ kind, number, cents, due, dueOn }: BillingFacts['documents'][number]): string => {
  const what = `${BILLING_KIND_NAMES[kind]} ${number}`;
  if (kind === 'statement') return `${what}: closing balance ${formatMoney(cents)}`;
  if (kind === 'credit_note') return `${what}: ${formatMoney(cents)} credited`;
  return dueOn
    ? `${what}: ${formatMoney(cents)}, ${formatMoney(due)} due on ${formatDate(startOf(dueOn), 'UTC')}`
    : `${what}: ${formatMoney(cents)}, paid`;
};

const startOf = (day: string) => new Date(`${day}T00:00:00Z`);
