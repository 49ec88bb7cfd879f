import { createHmac } from 'node:crypto';
import type { DoubleAnswer } from './double-server.ts';
import { type WooCommerceDoubleOrders, wooError } from './woocommerce-double-orders.ts';

interface DoubleHook {
  id: number;
  name: string;
  topic: string;
  delivery_url: string;
  secret: string;
  status: string;
  failures: number;
}

/** A delivery as the store sends it. */
interface HookDelivery {
  headers: Record<string, string>;
  body: string;
}

/** WooCommerce compares the count before the failure with this. */
const ALLOWED_FAILURES = 5;

/** Webhooks of the store: signed, delivered once without a retry, and switched off after failures. */
export class WooCommerceDoubleWebhooks {
  readonly hooks: DoubleHook[] = [];
  readonly #shop: WooCommerceDoubleOrders;

  constructor(shop: WooCommerceDoubleOrders) {
    this.#shop = shop;
  }

  list(query: URLSearchParams): DoubleAnswer {
    const size = Number(query.get('per_page') ?? 10);
    const at = Number(query.get('page') ?? 1) - 1;
    return { status: 200, body: this.hooks.slice(at * size, (at + 1) * size).map(shown) };
  }

  /** The first delivery is a ping: a form, and not signed. */
  async create(fields: Partial<DoubleHook>): Promise<DoubleAnswer> {
    const hook = { id: this.#shop.newId(), name: '', topic: '', delivery_url: '', secret: '', ...fields };
    const kept = { ...hook, status: fields.status ?? 'paused', failures: 0 };
    this.hooks.push(kept);
    await this.#post(kept, {
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': 'WooCommerce/11.2.0 Hookshot',
      },
      body: `webhook_id=${kept.id}`,
    });
    return { status: 201, body: shown(kept) };
  }

  update(id: number, fields: Partial<DoubleHook>): DoubleAnswer {
    const hook = this.hooks.find((one) => one.id === id);
    if (!hook) return wooError(404, 'woocommerce_rest_shop_webhook_invalid_id', 'Invalid ID.');
    Object.assign(hook, fields, fields.status === 'active' ? { failures: 0 } : {});
    return { status: 200, body: shown(hook) };
  }

  /** WooCommerce has no trash for webhooks, so a deletion without `force` fails. */
  remove(id: number, query: URLSearchParams): DoubleAnswer {
    if (query.get('force') !== 'true')
      return wooError(501, 'woocommerce_rest_trash_not_supported', 'Webhooks do not support trashing.');
    const at = this.hooks.findIndex((one) => one.id === id);
    const [hook] = at < 0 ? [] : this.hooks.splice(at, 1);
    return hook
      ? { status: 200, body: shown(hook) }
      : wooError(404, 'woocommerce_rest_shop_webhook_invalid_id', 'Invalid ID.');
  }

  /** Sends the event to every active webhook of the topic. */
  async emit(topic: string, resource: object): Promise<void> {
    for (const hook of this.hooks.filter((one) => one.topic === topic && one.status === 'active'))
      await this.#post(hook, signedDelivery(topic, resource, hook));
  }

  async #post(hook: DoubleHook, { headers, body }: HookDelivery): Promise<void> {
    const isDelivered = await fetch(hook.delivery_url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
    }).then(
      ({ status }) => status >= 200 && status <= 302,
      () => false,
    );
    if (isDelivered) hook.failures = 0;
    else {
      if (hook.failures > ALLOWED_FAILURES) hook.status = 'disabled';
      hook.failures += 1;
    }
  }
}

export function signedDelivery(
  topic: string,
  resource: object,
  { id = 1, secret }: { id?: number; secret: string },
): HookDelivery {
  const body = JSON.stringify(resource);
  const [name = '', event = ''] = topic.split('.');
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'WooCommerce/11.2.0 Hookshot',
      'x-wc-webhook-source': 'https://shop.example/',
      'x-wc-webhook-topic': topic,
      'x-wc-webhook-resource': name,
      'x-wc-webhook-event': event,
      'x-wc-webhook-signature': createHmac('sha256', decoded(secret)).update(body).digest('base64'),
      'x-wc-webhook-id': String(id),
      'x-wc-webhook-delivery-id': 'a1b2c3',
    },
  };
}

/** The stored secret passes an HTML decoder before it signs. */
const decoded = (secret: string) =>
  secret
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#039;', "'")
    .replaceAll('&amp;', '&');

const shown = ({ secret: _, failures: __, ...hook }: DoubleHook) => ({
  ...hook,
  resource: 'order',
  event: hook.topic.split('.')[1],
});
