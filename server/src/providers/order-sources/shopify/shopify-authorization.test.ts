import { describe, expect, it } from 'vitest';
import { readOutsideJson } from '../../../../test/outside/outside.ts';
import { createLog } from '../../../platform/log.ts';
import { ShopifyAuthorization } from './shopify-authorization.ts';
import { SHOPIFY } from './shopify-deps.ts';

interface Vector {
  secret: string;
  query: string;
  hmac: string;
}
const { callback } = readOutsideJson<{ callback: Vector }>('shopify/signatures.json');
const APP = { clientId: 'an-app', clientSecret: callback.secret };
const SENT = new Date(1_337_178_173_000);

const authorization = ({ now = SENT, app = APP } = {}) =>
  new ShopifyAuthorization({ ...SHOPIFY, app, clock: { now: () => now }, log: createLog('silent') }, app);

describe('the callback of a shop', () => {
  const signed = (changes: Record<string, string> = {}) => {
    const query = new URLSearchParams(`${callback.query}&hmac=${callback.hmac}`);
    for (const [key, value] of Object.entries(changes)) query.set(key, value);
    return query;
  };
  const state = new URLSearchParams(callback.query).get('state') ?? '';
  const read = (query: URLSearchParams, changed: { state?: string; now?: Date } = {}) =>
    authorization(changed).readCallback(query, changed.state ?? state);

  it('is accepted with its published signature', () => {
    expect(read(signed())).toEqual({
      ok: true,
      shop: 'some-shop.myshopify.com',
      code: '0907a61c0c8d55e99db179b68161bc00',
    });
    expect(read(signed({ signature: 'an old kind of signature' }))).toMatchObject({ ok: true });
  });

  it.each([
    { code: 'other' },
    { shop: 'other.myshopify.com' },
    { hmac: '' },
    { added: '1' },
    { timestamp: '1' },
  ])('is refused with %j', (changes) => {
    expect(read(signed(changes))).toEqual({ ok: false, reason: 'signature' });
  });

  it('is refused in a browser with another state, or with none', () => {
    expect(read(signed(), { state: 'other' })).toEqual({ ok: false, reason: 'state' });
    expect(read(signed(), { state: '' })).toEqual({ ok: false, reason: 'state' });
  });

  it.each([
    [90_000, true],
    [-90_000, true],
    [91_000, false],
    [-91_000, false],
  ])('%d ms after it was signed is accepted: %s', (age, ok) => {
    expect(read(signed(), { now: new Date(SENT.getTime() + age) }).ok).toBe(ok);
  });

  it('is refused from another app', () => {
    const app = { ...APP, clientSecret: 'other' };
    const refused = { ok: false, reason: 'signature' };
    expect(authorization({ app }).readCallback(signed(), state)).toEqual(refused);
    expect(authorization().readCallback(new URLSearchParams(), state)).toEqual(refused);
  });
});

describe('the page that asks the merchant', () => {
  const ask = (shop: string) =>
    authorization().url({
      shop,
      redirectUri: 'https://lading.example/callback?a=b',
      state: 'x y',
    });

  it('is at the shop and knows the way back', () => {
    const url = ask('admin.shopify.com/store/some-shop');
    expect(url.origin + url.pathname).toBe('https://some-shop.myshopify.com/admin/oauth/authorize');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'an-app',
      redirect_uri: 'https://lading.example/callback?a=b',
      state: 'x y',
    });
    expect(url.href).not.toContain(APP.clientSecret);
  });

  it('is not on a host of somebody else', () => {
    expect(() => ask('evil.example')).toThrow('not the address of a Shopify store');
  });
});
