import * as z from 'zod/mini';
import { jsonOf } from '../../../platform/outgoing/http-answers.ts';
import { isStandardWebhook } from '../../../platform/standard-webhooks.ts';
import { SourceRefusedError, type WebhookEvent, type WebhookRequest } from '../port.ts';

const EventSchema = z.object({ event_type: z.string(), resource_url: z.string() });
const HOSTS: readonly string[] = ['openapi.etsy.com', 'api.etsy.com'];

const PATH = /^\/v3\/application\/shops\/(\d{1,18})\/receipts\/(\d{1,18})$/;

/** Only the ids are taken from the address; the address is never called. */
export function readEtsyWebhook(request: WebhookRequest, secret: string, now: Date): WebhookEvent {
  if (!isStandardWebhook(request, secret, now))
    throw new SourceRefusedError('credentials', 'The signature of the webhook is wrong.');
  const event = EventSchema.safeParse(jsonOf(request));
  if (!event.success || !event.data.event_type.startsWith('order.')) return { kind: 'ignored' };
  const url = URL.parse(event.data.resource_url);
  if (!url || !HOSTS.includes(url.host)) return { kind: 'ignored' };
  const [, shopId, externalId] = PATH.exec(url.pathname) ?? [];
  return shopId && externalId ? { kind: 'order', externalId, shopId } : { kind: 'ignored' };
}
