import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, PUBLIC_URL, type TestApp } from '../test/build-test-app.ts';
import { boughtLabel, makeShop, startPayment } from '../test/shipping.ts';
import { readConfig } from './config.ts';
import { refuseMixedBooks } from './refuse-mixed-books.ts';
import { serve } from './serve.ts';

const LIVE = {
  NODE_ENV: 'production',
  PUBLIC_URL,
  LADING_WEB: 'off',
  PORT: '0',
  CARRIER_PROVIDER: 'shippo',
  SHIPPO_API_KEY: 'shippo_live_key',
  PAYMENT_PROVIDER: 'stripe',
  STRIPE_SECRET_KEY: 'sk_live_key',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_key',
  STRIPE_WEBHOOK_SECRET: 'whsec_key',
};
const SENTENCE =
  'This database holds payments or labels of a test or a demonstration; live keys need a database of their own.';

let test: TestApp;
beforeEach(async () => {
  test = await buildTestApp();
});
afterEach(() => test.close());

const liveConfig = () => readConfig({ ...LIVE, LADING_DATA_DIR: test.config.dataDir });

describe('a start with live keys', () => {
  it('is welcome on a database without payments and labels', async () => {
    await expect(refuseMixedBooks(liveConfig(), test.deps.db)).resolves.toBeUndefined();
  });

  it('MO25 is refused where a test payment was begun', async () => {
    await startPayment(test, await makeShop(test), 900);
    await expect(refuseMixedBooks(liveConfig(), test.deps.db)).rejects.toThrow(SENTENCE);
    await expect(refuseMixedBooks(test.config, test.deps.db)).resolves.toBeUndefined();
  });

  it('MO25 does not come as far as an open port where a sample label was bought', async () => {
    await boughtLabel(test, await makeShop(test));
    const closing: (() => Promise<void>)[] = [];
    const starting = serve(
      liveConfig(),
      test.ownerUrl,
      test.deps.log,
      (_what, work) => work(),
      (close) => closing.unshift(() => close(AbortSignal.abort())),
    );
    await expect(starting).rejects.toThrow(SENTENCE);
    for (const close of closing) await close();
  });
});
