import { DISPUTE_DAYS } from '@lading/contract/adjustments.ts';
import { counted } from '@lading/contract/format-count.ts';
import { formatMoney } from '@lading/contract/money.ts';
import { PAGES } from '@lading/contract/routes.ts';
import type { AdjustmentsFacts } from './adjustment-notices.store.ts';
import { link, type MailContext, mailTo, type NoticeMail } from './notice-mails.ts';

/** Only numbers: the reasons are on the page. */
export function adjustmentsMail(facts: AdjustmentsFacts, { url }: MailContext): NoticeMail {
  const carriers = new Intl.ListFormat('en-US').format(facts.carriers);
  const { charges, credits } = facts;
  return mailTo(facts, charges > 0 ? 'Your carrier adjustments' : 'Your carrier credit', [
    charges > 0
      ? `${carriers} billed more for ${counted(charges, 'shipment')} than the labels cost. We deducted the difference, plus any adjustment fee, from your balance, as described in our terms.${credits > 0 ? ' We added the credits below to your balance.' : ''}`
      : `${carriers} credited part of earlier charges for ${counted(credits, 'shipment')}. We added it to your balance.`,
    [
      ...(charges > 0 ? [`Adjustments: ${charges}, ${formatMoney(facts.charged_cents)} in total`] : []),
      ...(credits > 0 ? [`Credits: ${credits}, ${formatMoney(facts.credited_cents)} in total`] : []),
    ],
    ...(charges > 0 ? [`You can dispute an adjustment within ${DISPUTE_DAYS} days.`] : []),
    ...link(facts, 'See the details here:', `${url}${PAGES.balance}`),
  ]);
}
