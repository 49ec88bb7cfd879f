import { PAGES } from '@lading/contract/routes.ts';
import { link, type MailContext, mailTo, type NoticeMail } from './notice-mails.ts';
import type { SourceRefusedFacts } from './order-source-notices.store.ts';

export function sourceRefusedMail(facts: SourceRefusedFacts, { url }: MailContext): NoticeMail {
  return mailTo(facts, 'Please reconnect your store', [
    `Your store${facts.verified ? ` "${facts.name}"` : ''} no longer accepts the credentials that we have. New orders don't arrive, and your store doesn't get tracking numbers.`,
    'Nothing is lost: we continue where we stopped as soon as you reconnect it.',
    ...link(facts, 'Reconnect your store here:', `${url}${PAGES.orderSources}`),
  ]);
}
