import { afterEach, describe, expect, it } from 'vitest';
import { type ShopifyAtDouble, shopifyAtDouble } from '../../../../test/shopify-at-double.ts';
import { hours, minutes } from '../../../platform/clock.ts';
import { SourceUnavailableError } from '../port.ts';

const open: ShopifyAtDouble[] = [];
const start = async (...settings: Parameters<typeof shopifyAtDouble>) => {
  const shopify = await shopifyAtDouble(...settings);
  open.push(shopify);
  return shopify;
};
afterEach(async () => {
  for (const shopify of open.splice(0)) {
    const { clientSecret } = shopify.double.behavior.app;
    expect(shopify.logText()).not.toContain(clientSecret);
    await shopify.close();
  }
});
const tokens = ({ double }: ShopifyAtDouble) =>
  double.server.journal.filter(({ kind }) => kind === 'token').length;

describe('the merchant’s own app (client credentials)', () => {
  it('gets a token with the first call and returns it to the caller', async () => {
    const shopify = await start();
    const { source, connect, double } = shopify;
    const connection = connect({ ...double.behavior.app });
    const { secrets } = await source.connect(connection);
    expect(secrets).toMatchObject({
      ...double.behavior.app,
      accessToken: expect.stringMatching(/^shpca_/),
      accessTokenEndsAt: expect.stringMatching(/^2\d{3}-/),
    });
    expect(connection.current()).toEqual(secrets);
    await source.listOpen(connection, null);
    await source.listOpen(connect(secrets ?? {}), null);
    expect(tokens(shopify)).toBe(1);
  });

  it('renews the token before it expires', async () => {
    const shopify = await start();
    const { source, connect, double, clock } = shopify;
    const connection = connect({ ...double.behavior.app });
    await source.listOpen(connection, null);
    clock.advance(hours(23));
    await source.listOpen(connection, null);
    expect(tokens(shopify)).toBe(1);
    clock.advance(minutes(56));
    await source.listOpen(connection, null);
    await source.listOpen(connection, null);
    expect(tokens(shopify)).toBe(2);
    expect(connection.renewals()).toBe(2);
  });

  it('replaces a token that the store no longer accepts, once', async () => {
    const shopify = await start();
    const { source, connect, double } = shopify;
    const connection = connect({ ...double.behavior.app });
    await source.listOpen(connection, null);
    double.oauth.endTokens();
    await source.listOpen(connection, null);
    expect(tokens(shopify)).toBe(2);
    const call = 'POST /admin/api/*/graphql.json';
    double.server.answerNext({ call, status: 401, body: {} }, { call, status: 401, body: {} });
    await expect(source.listOpen(connection, null)).rejects.toMatchObject({ code: 'credentials' });
    expect(tokens(shopify)).toBe(3);
  });

  it('uses the token that another process got', async () => {
    const shopify = await start();
    const { source, connect, double } = shopify;
    const connection = connect({ ...double.behavior.app });
    await Promise.all([1, 2, 3].map(() => source.listOpen(connection, null)));
    expect(tokens(shopify)).toBe(1);
  });

  it('keeps a token that still works while Shopify cannot issue a new one', async () => {
    const shopify = await start();
    const { source, connect, double, clock } = shopify;
    const connection = connect({ ...double.behavior.app });
    await source.listOpen(connection, null);
    clock.advance(hours(24) - minutes(3));
    double.set({ nextBadAnswers: ['error'] });
    expect(await source.listOpen(connection, null)).toMatchObject({ externalIds: [] });
    clock.advance(minutes(4));
    double.set({ nextBadAnswers: ['error'] });
    await expect(source.listOpen(connection, null)).rejects.toThrow(SourceUnavailableError);
  });

  it('is refused with another secret', async () => {
    const { source, connect, double } = await start();
    const wrong = { ...double.behavior.app, clientSecret: 'wrong' };
    await expect(source.connect(connect(wrong))).rejects.toMatchObject({ code: 'credentials' });
  });

  it.each(['html', 'bad-gateway', 'limited', 'huge'] as const)(
    'is not refused when Shopify answers a request for a token with: %s',
    async (badAnswer) => {
      const { source, connect, double } = await start();
      double.set({ nextBadAnswers: [badAnswer] });
      await expect(source.connect(connect({ ...double.behavior.app }))).rejects.toThrow(
        SourceUnavailableError,
      );
    },
  );
});

describe('the operator’s app (authorization code)', () => {
  const STATE = 'a-random-state';
  /** The path of the browser: to the store and back to us. */
  const install = async ({ source: { authorization }, double }: ShopifyAtDouble) => {
    if (!authorization) throw new Error('There is no app');
    const redirectUrl = 'https://lading.example/callback';
    const { domain: address } = double.behavior.shop;
    const request = { address, entered: {}, state: STATE, codeVerifier: '', redirectUrl };
    const { headers } = await fetch(authorization.start(request), { redirect: 'manual' });
    const back = new URL(headers.get('location') ?? '');
    expect(back.origin + back.pathname).toBe(redirectUrl);
    const answer = { query: [...back.searchParams], body: null };
    const { secrets, ...shop } = await authorization.finish(request, answer);
    expect(shop).toEqual({ address });
    await expect(authorization.finish(request, answer)).rejects.toMatchObject({ code: 'credentials' });
    return secrets;
  };

  it('gets tokens for a code, once', async () => {
    const shopify = await start({ tokenLifetime: 3_600 });
    const secrets = await install(shopify);
    expect(secrets).toEqual({
      accessToken: expect.stringMatching(/^shpca_/),
      accessTokenEndsAt: expect.any(String),
      refreshToken: expect.stringMatching(/^shprt_/),
      refreshTokenEndsAt: expect.any(String),
    });
    expect(await shopify.source.connect(shopify.connect(secrets))).toMatchObject({ secrets: null });
    expect((await start({}, { app: null })).source.authorization).toBeUndefined();
  });

  it('rotates the refresh token and stores the new one', async () => {
    const shopify = await start({ tokenLifetime: 3_600 });
    const { source, connect, clock } = shopify;
    const connection = connect(await install(shopify));
    const refreshTokens = new Set<string | undefined>();
    for (let hour = 0; hour < 4; hour += 1) {
      refreshTokens.add(connection.current().refreshToken);
      clock.advance(hours(1));
      await source.listOpen(connection, null);
    }
    expect(refreshTokens.size).toBe(4);
    expect(connection.renewals()).toBe(4);
  });

  it('is refused when the refresh token no longer works', async () => {
    const shopify = await start({ tokenLifetime: 3_600 });
    const { source, connect, clock } = shopify;
    const connection = connect({ ...(await install(shopify)), refreshToken: 'shprt_old' });
    clock.advance(hours(1));
    await expect(source.listOpen(connection, null)).rejects.toMatchObject({ code: 'credentials' });
  });
});
