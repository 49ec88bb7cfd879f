import { PAGES } from '@lading/contract/routes.ts';
import { link, type MailContext, mailTo, type NoticeMail } from './notice-mails.ts';
import type { SourceRefusedFacts } from './order-source-notices.store.ts';

export function sourceRefusedMail(facts: SourceRefusedFacts, { url }: MailContext): NoticeMail {
  return mailTo(facts, 'Please reconnect your store', [
    `Your store${facts.verified ? ` "${facts.name}"` : ''} no longer accepts our credentials. New orders are not being imported, and tracking numbers are not being sent to your store.`,
    'Nothing is lost. After you reconnect the store, we continue where we left off.',
    ...link(facts, 'Reconnect your store here:', `${url}${PAGES.orderSources}`),
  ]);
}
