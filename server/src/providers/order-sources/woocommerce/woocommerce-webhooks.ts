import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { digest } from '../../../platform/ids.ts';
import { jsonOf } from '../../../platform/outgoing/http-answers.ts';
import {
  type Connection,
  SourceRefusedError,
  SourceUnavailableError,
  type WebhookEvent,
  type WebhookRequest,
  type WebhookTarget,
} from '../port.ts';
import { WebhooksSchema } from './woocommerce-answers.ts';
import type { WooCommerceClient } from './woocommerce-client.ts';

const TOPICS = ['order.created', 'order.updated', 'order.deleted', 'order.restored'] as const;
const PATH = '/wc/v3/webhooks';
const PAGE_SIZE = 100;
const MAX_PAGES = 10;
/** Lading creates one per topic, but the store decides how many it lists. The next try deletes more. */
const MAX_DELETED = 20;

/**
 * Creates the missing webhooks, and switches on those that WooCommerce switched off, which it does silently after
 * a few failed deliveries.
 */
export async function subscribeToOrders(
  client: WooCommerceClient,
  connection: Connection,
  { url, secret }: WebhookTarget,
): Promise<void> {
  const ours = await listWebhooks(client, connection, url);
  for (const topic of TOPICS) {
    const name = nameOf(topic, secret);
    const body = { name, topic, delivery_url: url, secret: signingSecretOf(secret), status: 'active' };
    const known = ours.find((hook) => hook.topic === topic);
    if (known?.status === 'active' && known.name === name) continue;
    const answer = await client.write(
      connection,
      known ? { method: 'PUT', path: `${PATH}/${known.id}`, body } : { method: 'POST', path: PATH, body },
    );
    if (answer.status >= 400)
      throw new SourceUnavailableError(`WooCommerce refused a webhook (${answer.code}): ${answer.message}`);
  }
}

/** Deletes the webhooks with this address, or some of them and fails. A webhook that no longer exists is not an error. */
export async function unsubscribeFromOrders(
  client: WooCommerceClient,
  connection: Connection,
  { url }: WebhookTarget,
): Promise<void> {
  const ours = await listWebhooks(client, connection, url);
  for (const { id } of ours.slice(0, MAX_DELETED)) {
    const answer = await client.write(connection, {
      method: 'DELETE',
      path: `${PATH}/${id}`,
      query: { force: 'true' },
    });
    if (answer.status >= 400 && answer.status !== 404)
      throw new SourceUnavailableError(
        `WooCommerce did not delete a webhook (${answer.code}): ${answer.message}`,
      );
  }
  if (ours.length > MAX_DELETED)
    throw new SourceUnavailableError('WooCommerce lists more webhooks than are deleted in one try.');
}

async function listWebhooks(client: WooCommerceClient, connection: Connection, url: string) {
  const found = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const query = { per_page: String(PAGE_SIZE), page: String(page) };
    const hooks = await client.readAs(connection, WebhooksSchema, PATH, query);
    found.push(...hooks.filter(({ delivery_url }) => delivery_url === url));
    if (hooks.length < PAGE_SIZE) break;
  }
  return found;
}

/** WooCommerce never shows a secret. The name shows whether a webhook has the current one. */
const nameOf = (topic: string, secret: string) =>
  `Lading ${topic} ${digest(secret).toString('hex').slice(0, 8)}`;

/** WooCommerce decodes HTML in a secret before it signs, so only letters and digits are safe. */
const signingSecretOf = (secret: string) =>
  /^[A-Za-z0-9]+$/.test(secret) ? secret : digest(secret).toString('hex');

export function readOrderWebhook({ headers, body }: WebhookRequest, secret: string): WebhookEvent {
  // The first delivery is an unsigned ping without data, so anyone may send it.
  if (/^webhook_id=\d{1,15}$/.test(body.subarray(0, 40).toString('latin1'))) return { kind: 'ping' };
  const signature = headers['x-wc-webhook-signature'];
  if (secret === '' || typeof signature !== 'string' || !isSigned(body, signature, signingSecretOf(secret)))
    throw new SourceRefusedError('credentials', 'The signature of the webhook is wrong.');
  if (!/^order\./.test(String(headers['x-wc-webhook-topic'] ?? ''))) return { kind: 'ignored' };
  const id = idIn(body);
  return id === null ? { kind: 'ignored' } : { kind: 'order', externalId: id };
}

/** Base64 of HMAC-SHA256 over the raw body. */
export function isSigned(body: Buffer, signature: string, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(body).digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const OrderIdSchema = z.object({ id: z.int() });

function idIn(body: Buffer): string | null {
  const { data } = OrderIdSchema.safeParse(jsonOf({ body }));
  return data ? String(data.id) : null;
}
