import { describe, expect, it } from 'vitest';
import { wooCommerceKeyBody } from '../../../../test/doubles/woocommerce-double.ts';
import { WooCommerceAuthorization } from './woocommerce-authorization.ts';

const flow = new WooCommerceAuthorization();
const REQUEST = {
  address: 'https://shop.example/store/',
  entered: {},
  state: 'one-time',
  codeVerifier: '',
  redirectUrl: 'https://lading.example/api/keys',
};
const KEY = wooCommerceKeyBody('one-time');
const returned = (success: string): [string, string][] => [
  ['state', 'one-time'],
  ['success', success],
  ['user_id', 'one-time'],
];

describe('connecting to WooCommerce in one click', () => {
  it('sends the merchant to the store', () => {
    const url = new URL(flow.start(REQUEST));
    expect(url.origin + url.pathname).toBe('https://shop.example/store/wc-auth/v1/authorize');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      app_name: 'Lading',
      scope: 'read_write',
      user_id: 'one-time',
      return_url: 'https://lading.example/api/keys?state=one-time',
      callback_url: 'https://lading.example/api/keys?state=one-time',
    });
  });

  it.each(['javascript://shop.example/%0aalert(1)', 'https://user:word@shop.example', 'file:///etc/passwd'])(
    'never leads to %s',
    (address) => {
      expect(() => flow.start({ ...REQUEST, address })).toThrow('not the address of a web page');
    },
  );

  it('is complete with the key, or when the merchant refuses', () => {
    expect(flow.isComplete({ query: returned('1'), body: null })).toBe(false);
    expect(flow.isComplete({ query: returned('1'), body: KEY })).toBe(true);
    expect(flow.isComplete({ query: returned('0'), body: null })).toBe(true);
  });

  it('accepts the key that the store sends', async () => {
    expect(await flow.finish(REQUEST, { query: returned('1'), body: KEY })).toEqual({
      address: 'https://shop.example/store',
      secrets: { consumerKey: KEY.consumer_key, consumerSecret: KEY.consumer_secret },
    });
    await expect(flow.finish(REQUEST, { query: returned('0'), body: KEY })).rejects.toMatchObject({
      code: 'permission',
    });
  });

  it.each([
    null,
    'text',
    {},
    { ...KEY, consumer_key: 'x' },
    { ...KEY, consumer_secret: `cs_${'x'.repeat(200)}` },
    { ...KEY, user_id: '' },
    { ...KEY, user_id: ['a'] },
    { ...KEY, user_id: 'another' },
  ])('accepts no key from %o', async (body) => {
    await expect(flow.finish(REQUEST, { query: returned('1'), body })).rejects.toMatchObject({
      code: 'credentials',
    });
  });
});
