import { createHmac } from 'node:crypto';
import { lineOf } from '../../../platform/html-text.ts';
import { isSameSecret } from '../../../platform/ids.ts';
import type { Log } from '../../../platform/log.ts';
import { jsonOf } from '../../../platform/outgoing/http-answers.ts';
import {
  type Connection,
  SourceRefusedError,
  type WebhookEvent,
  type WebhookRequest,
  type WebhookTarget,
} from '../port.ts';
import type { ShopifyClient } from './shopify-client.ts';
import { fulfillmentOrderLookUp, isNumber, numberOf } from './shopify-ids.ts';
import { SUBSCRIBE, SUBSCRIPTIONS, UNSUBSCRIBE } from './shopify-operations.ts';

const TOPICS = [
  'ORDERS_CREATE',
  'ORDERS_PAID',
  'ORDERS_UPDATED',
  'ORDERS_EDITED',
  'ORDERS_CANCELLED',
  'ORDERS_DELETE',
  'FULFILLMENT_ORDERS_ORDER_ROUTING_COMPLETE',
  'FULFILLMENT_ORDERS_PLACED_ON_HOLD',
  'FULFILLMENT_ORDERS_HOLD_RELEASED',
  'FULFILLMENT_ORDERS_MOVED',
  'FULFILLMENT_ORDERS_SPLIT',
  'FULFILLMENT_ORDERS_MERGED',
  'FULFILLMENT_ORDERS_CANCELLED',
  'APP_UNINSTALLED',
] as const;

/**
 * Creates the subscriptions that are missing. Shopify deletes those that failed eight times in a row. A refused
 * topic is only logged, because polling finds the same changes.
 */
export async function subscribe(
  { client, log }: { client: ShopifyClient; log: Log },
  connection: Connection,
  { url }: Pick<WebhookTarget, 'url'>,
): Promise<void> {
  const { webhookSubscriptions } = await client.run(connection, SUBSCRIPTIONS, { uri: url });
  const present = new Set(webhookSubscriptions.nodes.map(({ topic }) => topic));
  for (const topic of TOPICS.filter((one) => !present.has(one))) {
    const { webhookSubscriptionCreate } = await client.run(connection, SUBSCRIBE, { topic, uri: url });
    const [error] = webhookSubscriptionCreate.userErrors;
    if (error)
      log.warn(
        { event: 'shopify.subscription_refused', topic, text: lineOf(error.message) },
        'Shopify refused a webhook subscription',
      );
  }
}

/** Deletes the subscriptions of this address. Another one of the same app may belong to another installation. */
export async function unsubscribe(
  { client, log }: { client: ShopifyClient; log: Log },
  connection: Connection,
  { url }: Pick<WebhookTarget, 'url'>,
): Promise<void> {
  const { webhookSubscriptions } = await client.run(connection, SUBSCRIPTIONS, { uri: url });
  for (const { id, topic } of webhookSubscriptions.nodes) {
    const { webhookSubscriptionDelete } = await client.run(connection, UNSUBSCRIBE, { id });
    const [error] = webhookSubscriptionDelete.userErrors;
    if (error)
      log.warn(
        { event: 'shopify.subscription_kept', topic, text: lineOf(error.message) },
        'Shopify did not delete a webhook subscription',
      );
  }
}

/** Reads only the ID of the order or fulfillment order; the rest is read from the store. */
export function readWebhook({ headers, body }: WebhookRequest, secret: string): WebhookEvent {
  const given = headerOf(headers, 'hmac-sha256');
  const signature = createHmac('sha256', secret).update(body).digest('base64');
  if (secret === '' || given === '' || !isSameSecret(given, signature))
    throw new SourceRefusedError('credentials', 'The signature of the webhook is wrong.');
  const topic = headerOf(headers, 'topic').toLowerCase();
  if (topic === 'app/uninstalled') return { kind: 'disconnected' };
  const text = body.toString();
  if (topic.startsWith('orders/')) {
    const id = orderIn(body, text);
    return id === null ? { kind: 'ignored' } : { kind: 'order', externalId: id };
  }
  const part = /"(gid:\/\/shopify\/FulfillmentOrder\/\d{1,20})"/.exec(text)?.[1];
  return topic.startsWith('fulfillment_orders/') && part !== undefined
    ? { kind: 'order', externalId: fulfillmentOrderLookUp(part) }
    : { kind: 'ignored' };
}

/**
 * The order's id. Numbers in the body can be larger than JSON.parse keeps exact, so the number is taken from the
 * text, unless the body also has the id as text.
 */
function orderIn(body: Buffer, text: string): string | null {
  const fields = fieldsOf(body);
  if (!fields) return null;
  const edited = fields.order_edit;
  if (typeof edited === 'object' && edited !== null && 'order_id' in edited)
    return /"order_id"\s*:\s*(\d{1,20})\b/.exec(text)?.[1] ?? null;
  const gid = fields.admin_graphql_api_id;
  if (typeof gid === 'string' && /^gid:\/\/shopify\/Order\/\d{1,20}$/.test(gid)) return numberOf(gid);
  if (typeof fields.id === 'number' && Number.isSafeInteger(fields.id)) return String(fields.id);
  const first = /^\s*\{\s*"id"\s*:\s*(\d+)\b/.exec(text)?.[1] ?? '';
  return isNumber(first) ? first : null;
}

function fieldsOf(body: Buffer): Record<string, unknown> | null {
  const parsed = jsonOf({ body });
  return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : null;
}

/** Shopify has two families of names: `X-Shopify-Topic` and `shopify-topic`. */
function headerOf(headers: WebhookRequest['headers'], name: string): string {
  for (const key of [`x-shopify-${name}`, `shopify-${name}`])
    for (const [header, value] of Object.entries(headers))
      if (header.toLowerCase() === key && typeof value === 'string') return value;
  return '';
}
