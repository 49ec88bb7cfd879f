import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { SOURCE_SENTENCES } from '@lading/contract/orders/order-sources.ts';
import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../build-test-app.ts';
import { send } from '../order-sources.ts';
import { makeShop, type Shop } from '../shipping.ts';

const MB = 1024 * 1024;
const MAX_TAKEN = 30 * MB;

let test: TestApp;
let client: Shop;
let server: Server;
let url: string;
let sent = 0;
const calls: string[] = [];

/** A store that answers `/huge` with 50 MB, `/bomb` with XML entities, and everything else with a page. */
beforeAll(async () => {
  server = createServer((request, response) => {
    calls.push(request.url ?? '');
    if (request.url?.startsWith('/huge')) {
      Readable.from(megabytes(50))
        .on('error', () => {})
        .pipe(response)
        .on('error', () => {});
      return;
    }
    response.end(request.url?.startsWith('/bomb') ? bomb() : '<!doctype html><title>Welcome</title>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  url = `http://${host}`;
  test = await buildTestApp({ ORDER_SOURCE_ALLOWED_HOSTS: host });
  client = await makeShop(test);
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await test.close();
});

function* megabytes(count: number) {
  yield '["';
  for (let megabyte = 0; megabyte < count; megabyte += 1) {
    sent += MB;
    yield 'x'.repeat(MB);
  }
  yield '"]';
}

const bomb = () => {
  const entities = Array.from(
    { length: 9 },
    (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`,
  ).join('');
  return `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY l0 "lol">${entities}]><Orders pages="1">&l9;</Orders>`;
};

const woocommerce = (address: string) => ({
  kind: 'woocommerce',
  address,
  consumerKey: 'ck_1',
  consumerSecret: 'cs_1',
});
const customStore = (address: string) => ({
  kind: 'custom_store',
  address,
  userName: 'export',
  password: 'secret',
});
const shopify = (address: string) => ({
  kind: 'shopify',
  address,
  access: { way: 'token', token: 'shpat_1' },
});
const connect = (credentials: object) => send(test, client, 'POST', API.orderSources, { credentials });

it('refuses private and disguised addresses of stores, and calls none of them', async () => {
  const addresses = [
    'http://169.254.169.254/latest/meta-data',
    'https://169.254.169.254',
    'https://127.0.0.1',
    'https://localhost',
    'https://2130706433',
    'https://0x7f.1',
    'https://[::1]',
    'https://[::ffff:10.0.0.1]',
    'https://10.0.0.7:8443',
    'https://user:password@10.0.0.7',
    `http://127.0.0.1:1/${new URL(url).host}`,
    'http://shop.example.com',
    'ftp://shop.example.com',
    'https://shop.example.com:22',
  ];
  const before = calls.length;
  for (const address of addresses)
    for (const credentials of [woocommerce(address), customStore(address)]) {
      const answer = await connect(credentials);
      expect([address, answer.statusCode]).toEqual([address, 422]);
      expect(answer.json().fields).toMatchObject([{ path: 'credentials.address' }]);
    }
  for (const address of ['127.0.0.1', 'shop.myshopify.com.evil.example', 'evil.example/.myshopify.com']) {
    const answer = await connect(shopify(address));
    expect(answer.json()).toMatchObject({
      error: 'ORDER_SOURCE_REFUSED',
      message: SOURCE_SENTENCES.not_a_shop,
    });
  }
  const app = { clientId: 'c', clientSecret: 's', refreshToken: 'r' };
  const amazon = await connect({ kind: 'amazon', address: 'https://169.254.169.254', ...app });
  expect(amazon.json()).toMatchObject({ fields: [{ path: 'credentials.address' }] });
  expect(calls.length).toBe(before);
  expect((await send(test, client, 'GET', API.orderSources)).json()).toMatchObject({ sources: [] });
});

it('stores nothing from HTML pages, XML bombs or 50 MB responses', async () => {
  for (const path of ['page', 'bomb', 'huge'])
    for (const credentials of [woocommerce(`${url}/${path}`), customStore(`${url}/${path}`)]) {
      const answer = await connect(credentials);
      expect([path, answer.statusCode >= 422]).toEqual([path, true]);
      expect(answer.json().error).toMatch(/^ORDER_SOURCE_(REFUSED|UNREACHABLE)$/);
    }
  expect(sent).toBeGreaterThan(0);
  // Both large responses were cut off.
  expect(sent).toBeLessThan(2 * MAX_TAKEN);
  expect((await send(test, client, 'GET', API.orderSources)).json()).toMatchObject({ sources: [] });
});
