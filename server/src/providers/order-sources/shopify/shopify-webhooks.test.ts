import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { readOutsideJson } from '../../../../test/outside/outside.ts';
import { shopifyAtDouble } from '../../../../test/shopify-at-double.ts';
import { SourceRefusedError, type WebhookRequest } from '../port.ts';
import { fulfillmentOrderLookUp, numberOf } from './shopify-ids.ts';
import { readWebhook } from './shopify-webhooks.ts';

interface Vector {
  secret: string;
  body: string;
  value: string;
}
const { webhook } = readOutsideJson<{ webhook: Vector }>('shopify/signatures.json');

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});
const start = async () => {
  const shopify = await shopifyAtDouble();
  open.push(shopify);
  return shopify;
};

describe('a Shopify webhook', () => {
  const published = (headers: WebhookRequest['headers']): WebhookRequest => ({
    headers,
    body: Buffer.from(webhook.body),
  });

  it('is accepted with its published signature, and its large id stays exact', () => {
    const event = { kind: 'order', externalId: '820982911946154508' };
    for (const prefix of ['x-shopify', 'X-Shopify', 'shopify']) {
      const headers = { [`${prefix}-Topic`]: 'orders/create', [`${prefix}-Hmac-Sha256`]: webhook.value };
      expect(readWebhook(published(headers), webhook.secret)).toEqual(event);
    }
  });

  it('is refused with a wrong signature, without one and without a secret', () => {
    const headers = { 'x-shopify-topic': 'orders/create' };
    expect(() => readWebhook(published(headers), webhook.secret)).toThrow(SourceRefusedError);
    const signed = { ...headers, 'x-shopify-hmac-sha256': webhook.value };
    expect(() => readWebhook(published(signed), '')).toThrow(SourceRefusedError);
    const wrong = { ...headers, 'x-shopify-hmac-sha256': webhook.value.replace('Y', 'Z') };
    expect(() => readWebhook(published(wrong), webhook.secret)).toThrow(SourceRefusedError);
    const twice = { ...headers, 'x-shopify-hmac-sha256': [webhook.value, webhook.value] };
    expect(() => readWebhook(published(twice), webhook.secret)).toThrow(SourceRefusedError);
  });

  it('is read only for the ID of its order', async () => {
    const { double } = await start();
    const { clientSecret } = double.behavior.app;
    const read = (topic: string, body: object | string) =>
      readWebhook(double.webhooks.make(topic, body), clientSecret);
    const order = (externalId: string) => ({ kind: 'order', externalId });
    const part = 'gid://shopify/FulfillmentOrder/77';
    expect(read('ORDERS_PAID', { id: 12, admin_graphql_api_id: 'gid://shopify/Order/12' })).toEqual(
      order('12'),
    );
    expect(read('ORDERS_DELETE', { id: 12 })).toEqual(order('12'));
    expect(read('ORDERS_EDITED', { order_edit: { id: 5, order_id: 12 } })).toEqual(order('12'));
    expect(read('FULFILLMENT_ORDERS_MOVED', { original_fulfillment_order: { id: part } })).toEqual(
      order(fulfillmentOrderLookUp(part)),
    );
    expect(read('APP_UNINSTALLED', { id: 1 })).toEqual({ kind: 'disconnected' });
    for (const [topic, body] of [
      ['APP_SCOPES_UPDATE', { id: 1 }],
      ['ORDERS_UPDATED', 'not JSON'],
      ['ORDERS_UPDATED', '[]'],
      ['ORDERS_UPDATED', { id: 'x', admin_graphql_api_id: 'gid://shopify/Customer/1' }],
      ['FULFILLMENT_ORDERS_SPLIT', {}],
    ] as const)
      expect(read(topic, body)).toEqual({ kind: 'ignored' });
  });

  it('is ignored if it is too costly to parse', async () => {
    const { double } = await start();
    const body = `{"id":1,"items":[${'{},'.repeat(100_000)}{}]}`;
    expect(readWebhook(double.webhooks.make('ORDERS_PAID', body), double.behavior.app.clientSecret)).toEqual({
      kind: 'ignored',
    });
  });

  it('is signed with the secret of the app that the connection uses', async () => {
    const { source, double } = await start();
    expect(source.webhookSecret({ clientId: 'a', clientSecret: 'own' })).toBe('own');
    expect(source.webhookSecret({ accessToken: 'a', refreshToken: 'b' })).toBe(
      double.behavior.app.clientSecret,
    );
    expect(source.webhookSecret({ accessToken: 'pasted', clientSecret: 'own' })).toBe('own');
  });

  it('cannot be checked for a pasted token without the secret of its app', async () => {
    const { source } = await start();
    expect(source.webhookSecret({ accessToken: 'pasted' })).toBeNull();
  });
});

describe('the subscriptions to webhooks', () => {
  /** A receiver that answers with `status`. */
  const receive = async () => {
    const received: WebhookRequest[] = [];
    const answer = { status: 200 };
    const server = createServer(async (request, response) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of request) chunks.push(chunk);
      received.push({ headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(answer.status).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    open.push({
      close: async () => {
        server.closeAllConnections();
        server.close();
      },
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/1`;
    return { url, received, answer };
  };

  it('are created once and deliver', async () => {
    const { double, source, connection } = await start();
    const { url, received } = await receive();
    const hook = { url, secret: 'ours' };
    await source.subscribe(connection, hook);
    const { size } = double.records.subscriptions;
    expect(size).toBeGreaterThan(10);
    await source.subscribe(connection, hook);
    expect(double.records.subscriptions.size).toBe(size);
    expect(double.api.operations.filter((name) => name === 'Subscribe')).toHaveLength(size);

    const order = double.addOrder();
    double.change(order);
    await double.webhooks.settled();
    const events = received.map((request) => readWebhook(request, double.behavior.app.clientSecret));
    expect(events).toEqual(Array(2).fill({ kind: 'order', externalId: numberOf(order.id) }));

    const other = { url: `${url}/other`, secret: 'ours' };
    await source.subscribe(connection, other);
    await source.unsubscribe(connection, hook);
    await source.unsubscribe(connection, hook);
    expect([...double.records.subscriptions.values()].map(({ uri }) => uri)).toEqual(
      Array(size).fill(other.url),
    );
  });

  it('are created again after Shopify deleted one', async () => {
    const { double, source, connection } = await start();
    const { url, answer } = await receive();
    await source.subscribe(connection, { url, secret: 'ours' });
    const { size } = double.records.subscriptions;
    answer.status = 500;
    for (let failed = 0; failed < 8; failed += 1) {
      double.addOrder();
      await double.webhooks.settled();
    }
    expect(double.records.subscriptions.size).toBe(size - 1);
    await source.subscribe(connection, { url, secret: 'ours' });
    expect(double.records.subscriptions.size).toBe(size);
  });

  it('are created even if the store refuses one of them', async () => {
    const { double, source, connection, logText } = await start();
    const [call, status] = ['POST /admin/api/*/graphql.json', 200];
    const userErrors = [{ field: null, message: 'No permission for this topic' }];
    double.server.answerNext(
      { call, status, body: { data: { webhookSubscriptions: { nodes: [] } } } },
      { call, status, body: { data: { webhookSubscriptionCreate: { userErrors } } } },
    );
    await source.subscribe(connection, { url: 'https://lading.example/hooks/1', secret: 'ours' });
    expect(double.records.subscriptions.size).toBeGreaterThan(10);
    expect(logText()).toContain('No permission for this topic');
  });
});
