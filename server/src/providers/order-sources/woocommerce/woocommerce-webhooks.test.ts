import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { signedDelivery } from '../../../../test/doubles/woocommerce-double-webhooks.ts';
import { readOutsideJson } from '../../../../test/outside/outside.ts';
import { wooCommerceAtDouble } from '../../../../test/woocommerce-at-double.ts';
import { newSecret } from '../../../platform/ids.ts';
import { SourceRefusedError, SourceUnavailableError, type WebhookEvent } from '../port.ts';
import { problemOf } from '../source-problem.ts';
import { isSigned, readOrderWebhook } from './woocommerce-webhooks.ts';

const open: { close(): unknown; closeAllConnections?(): void }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) {
    one.closeAllConnections?.();
    await one.close();
  }
});

/** A receiver that reads each delivery with the adapter. */
const listen = async (secret: string, status = 200) => {
  const events: (WebhookEvent | 'refused')[] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    try {
      events.push(readOrderWebhook({ headers: request.headers, body }, secret));
    } catch {
      events.push('refused');
    }
    response.writeHead(receiver.status).end();
  }).listen(0, '127.0.0.1');
  open.push(server);
  await once(server, 'listening');
  const receiver = { events, status, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
  return receiver;
};
const start = async () => {
  const woo = await wooCommerceAtDouble();
  open.push(woo);
  return woo;
};

describe('WooCommerce webhooks', () => {
  it.each(['abcDEF123', newSecret(), 'with&amp;entity'])(
    'are created once and read (secret %#)',
    async (secret) => {
      const { source, connection, double } = await start();
      const receiver = await listen(secret);
      const target = { url: receiver.url, secret };
      await source.subscribe(connection, target);
      await source.subscribe(connection, target);
      expect(double.webhooks.hooks.map(({ topic, status }) => `${topic} ${status}`)).toEqual([
        'order.created active',
        'order.updated active',
        'order.deleted active',
        'order.restored active',
      ]);
      expect(receiver.events.splice(0)).toEqual(Array(4).fill({ kind: 'ping' }));
      await double.webhooks.emit('order.updated', { id: 727, status: 'processing' });
      await double.webhooks.emit('order.updated', { id: 727, status: 'processing' });
      await double.webhooks.emit('order.deleted', { id: 727 });
      expect(receiver.events).toEqual(Array(3).fill({ kind: 'order', externalId: '727' }));
      expect(double.violations).toEqual([]);
    },
  );

  it('are switched on again after the store switched them off', async () => {
    const { source, connection, double } = await start();
    const receiver = await listen('abc');
    await source.subscribe(connection, { url: receiver.url, secret: 'abc' });
    receiver.status = 500;
    const hook = double.webhooks.hooks.find(({ topic }) => topic === 'order.updated');
    for (let count = 0; count < 6; count += 1) await double.webhooks.emit('order.updated', { id: 1 });
    expect(hook?.status).toBe('active');
    await double.webhooks.emit('order.updated', { id: 1 });
    expect(hook?.status).toBe('disabled');
    await source.subscribe(connection, { url: receiver.url, secret: 'abc' });
    expect(hook?.status).toBe('active');
    expect(double.webhooks.hooks).toHaveLength(4);
  });

  it('get a new secret, and those of others stay as they are', async () => {
    const { source, connection, double } = await start();
    const receiver = await listen('second');
    for (let count = 0; count < 120; count += 1)
      await double.webhooks.create({
        topic: 'order.updated',
        delivery_url: receiver.url + count,
        status: 'paused',
      });
    await source.subscribe(connection, { url: receiver.url, secret: 'first' });
    await source.subscribe(connection, { url: receiver.url, secret: 'second' });
    expect(double.webhooks.hooks.filter(({ status }) => status === 'active')).toHaveLength(4);
    receiver.events.length = 0;
    await double.webhooks.emit('order.created', { id: 5 });
    expect(receiver.events).toEqual([{ kind: 'order', externalId: '5' }]);
    await source.unsubscribe(connection, { url: receiver.url, secret: 'second' });
    await source.unsubscribe(connection, { url: receiver.url, secret: 'second' });
    expect(double.webhooks.hooks).toHaveLength(120);
    expect(double.violations).toEqual([]);
  });

  it('are deleted in several tries if the store lists many with our address', async () => {
    const { source, connection, double } = await start();
    const { hooks } = double.webhooks;
    const target = { url: 'http://127.0.0.1:9/hook', secret: 'abc' };
    for (let id = 1; id <= 45; id += 1)
      hooks.push({
        id,
        name: '',
        topic: 'order.updated',
        delivery_url: target.url,
        secret: 'abc',
        status: 'active',
        failures: 0,
      });
    const left: number[] = [];
    for (let tries = 0; tries < 2; tries += 1) {
      await expect(source.unsubscribe(connection, target)).rejects.toThrow(SourceUnavailableError);
      left.push(hooks.length);
    }
    await source.unsubscribe(connection, target);
    expect([...left, hooks.length]).toEqual([25, 5, 0]);
  });

  it('are deleted until the time is over, and the others in the next try', async () => {
    const { source, connection, double } = await start();
    const receiver = await listen('abc');
    const target = { url: receiver.url, secret: 'abc' };
    await source.subscribe(connection, target);
    let calls = 0;
    const isOver = () => {
      calls += 1;
      return calls > 3;
    };
    const failure = await source.unsubscribe({ ...connection, isOver }, target).catch(problemOf);
    expect(failure).toMatchObject({ kind: 'unavailable' });
    expect(double.webhooks.hooks).toHaveLength(2);
    await source.unsubscribe(connection, target);
    expect(double.webhooks.hooks).toEqual([]);
  });

  it('are refused with a wrong signature', () => {
    const { headers, body } = signedDelivery('order.updated', { id: 1 }, { secret: 'right' });
    const read =
      (change: object, text = body) =>
      () =>
        readOrderWebhook({ headers: { ...headers, ...change }, body: Buffer.from(text) }, 'right');
    expect(read({})()).toEqual({ kind: 'order', externalId: '1' });
    for (const signature of ['', 'AAAA', undefined, ['a', 'b']])
      expect(read({ 'x-wc-webhook-signature': signature })).toThrow(SourceRefusedError);
    expect(read({}, '{"id":2}')).toThrow(SourceRefusedError);
    // Not a ping: it has more than an id.
    expect(read({ 'x-wc-webhook-signature': '' }, 'webhook_id=1&id=2')).toThrow(SourceRefusedError);
  });

  it.each([
    ['another topic', 'product.updated', { id: 1 }],
    ['no id', 'order.updated', { number: '1' }],
    ['an id that is not a number', 'order.updated', { id: '../1' }],
    ['a list', 'order.updated', []],
    ['a body that is too costly to parse', 'order.updated', { id: 1, items: Array(100_001).fill({}) }],
  ])('are ignored with %s', (_, topic, resource) => {
    const { headers, body } = signedDelivery(topic, resource, { secret: 's' });
    expect(readOrderWebhook({ headers, body: Buffer.from(body) }, 's')).toEqual({ kind: 'ignored' });
  });

  it('have the published signature', () => {
    const vector = readOutsideJson<Record<'secret' | 'body' | 'value', string>>('woocommerce-signature.json');
    expect(isSigned(Buffer.from(vector.body), vector.value, vector.secret)).toBe(true);
    expect(isSigned(Buffer.from(vector.body), vector.value, `${vector.secret}x`)).toBe(false);
  });
});
