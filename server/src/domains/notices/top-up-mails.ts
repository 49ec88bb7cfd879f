import { formatMoney } from '@lading/contract/money.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { monthName } from './mail-dates.ts';
import { link, type MailContext, mailTo, type NoticeMail } from './notice-mails.ts';
import type { ExpiringCardFacts, TopUpFailureFacts } from './top-up-notices.store.ts';

export function topUpFailureMail(facts: TopUpFailureFacts, { url }: MailContext): NoticeMail {
  const amount = formatMoney(facts.amount_cents);
  const card = nameOfCard(facts);
  if (facts.open)
    return mailTo(facts, 'Please confirm your automatic top-up', [
      `Your bank asks you to confirm an automatic top-up of ${amount} with ${card}. Nothing has been charged yet.`,
      ...link(facts, 'Please confirm it within a day:', `${url}${PAGES.balance}?top-up=${facts.payment_id}`),
    ]);
  return mailTo(facts, 'Your automatic top-up was declined', [
    `We could not charge ${amount} to ${card}.`,
    ...(facts.reason ? [[`Reason: ${facts.reason}`]] : []),
    facts.stopped
      ? 'We will not try again until you choose another card or save your automatic top-up settings again.'
      : 'We will try once more tomorrow.',
    ...link(facts, 'Add funds or change your card here:', `${url}${PAGES.balance}`),
  ]);
}

export function cardExpiryMail(facts: ExpiringCardFacts, { url }: MailContext): NoticeMail {
  const month = monthName(new Date(Date.UTC(facts.exp_year, facts.exp_month - 1, 1)));
  return mailTo(facts, 'The card for your automatic top-ups expires soon', [
    `${capitalized(nameOfCard(facts))} expires at the end of ${month}. Automatic top-ups will stop then.`,
    ...link(facts, 'Please add another card here:', `${url}${PAGES.balance}`),
  ]);
}

/** The last four digits are enough to recognize the card. */
const nameOfCard = ({ last4 }: { last4: string | null }) =>
  last4 === null ? 'your card' : `your card ending in ${last4}`;

const capitalized = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
