import { describe, expect, it } from 'vitest';
import { readOutsideJson } from '../../../../test/outside/outside.ts';
import { createLog } from '../../../platform/log.ts';
import type { HttpCall } from '../../../platform/outgoing/http-call.ts';
import type { AuthorizationRequest } from '../port.ts';
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
const REQUEST: AuthorizationRequest = {
  address: 'https://some-shop.myshopify.com',
  entered: {},
  state: new URLSearchParams(callback.query).get('state') ?? '',
  codeVerifier: '',
  redirectUrl: 'https://lading.example/callback?a=b',
};

const calls: HttpCall[] = [];
const authorization = ({ now = SENT, app = APP } = {}) =>
  new ShopifyAuthorization(
    {
      ...SHOPIFY,
      call: async (call) => {
        calls.push(call);
        return { status: 200, headers: new Headers(), body: Buffer.from('{"access_token":"shpca_1"}') };
      },
      app,
      clock: { now: () => now },
      log: createLog('silent'),
    },
    app,
  );

describe('the answer of a store', () => {
  const signed = (changes: Record<string, string> = {}) => {
    const query = new URLSearchParams(`${callback.query}&hmac=${callback.hmac}`);
    for (const [key, value] of Object.entries(changes)) query.set(key, value);
    return [...query];
  };
  const finish = (
    query: [string, string][],
    {
      request = {},
      ...changed
    }: { request?: Partial<AuthorizationRequest>; now?: Date; app?: typeof APP } = {},
  ) => {
    calls.length = 0;
    return authorization(changed).finish({ ...REQUEST, ...request }, { query, body: null });
  };
  const refusedAs = async (code: string, finishing: Promise<unknown>) => {
    await expect(finishing).rejects.toMatchObject({ code });
    expect(calls).toEqual([]);
  };

  it('is accepted with its published signature, and its code exchanged', async () => {
    const expected = { address: 'some-shop.myshopify.com', secrets: { accessToken: 'shpca_1' } };
    expect(await finish(signed())).toEqual(expected);
    expect(JSON.parse(String(calls[0]?.body))).toMatchObject({ code: '0907a61c0c8d55e99db179b68161bc00' });
    expect(await finish(signed({ signature: 'an old kind of signature' }))).toEqual(expected);
  });

  it.each([
    { code: 'other' },
    { shop: 'other.myshopify.com' },
    { hmac: '' },
    { added: '1' },
    { timestamp: '1' },
  ])('is refused with %j', (changes) => refusedAs('credentials', finish(signed(changes))));

  it('is refused for another request, store or app', async () => {
    for (const request of [{ state: 'other' }, { state: '' }, { address: 'other.myshopify.com' }])
      await refusedAs('credentials', finish(signed(), { request }));
    await refusedAs('credentials', finish(signed(), { app: { ...APP, clientSecret: 'other' } }));
    await refusedAs('credentials', finish([]));
  });

  it.each([
    [90_000, true],
    [-90_000, true],
    [91_000, false],
    [-91_000, false],
  ])('%d ms after it was signed is accepted: %s', async (age, ok) => {
    const now = new Date(SENT.getTime() + age);
    if (ok) expect(await finish(signed(), { now })).toBeDefined();
    else await refusedAs('credentials', finish(signed(), { now }));
  });
});

describe('the page that asks the merchant', () => {
  const ask = (address: string) => authorization().start({ ...REQUEST, address, state: 'x y' });

  it('is at the store and names our address', () => {
    const url = new URL(ask('admin.shopify.com/store/some-shop'));
    expect(url.origin + url.pathname).toBe('https://some-shop.myshopify.com/admin/oauth/authorize');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'an-app',
      redirect_uri: 'https://lading.example/callback?a=b',
      state: 'x y',
    });
    expect(url.href).not.toContain(APP.clientSecret);
  });

  it('is never on another host', () => {
    expect(() => ask('evil.example')).toThrow('not the address of a Shopify store');
  });
});
