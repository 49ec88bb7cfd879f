import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, PUBLIC_URL, type TestApp } from '../test/build-test-app.ts';
import { boughtLabel, makeShop, startPayment } from '../test/shipping.ts';
import { readConfig } from './config.ts';
import { refuseTestRecords } from './refuse-test-records.ts';
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
  'This database contains test or demo payments or labels. Use a separate database with live keys.';

let test: TestApp;
beforeEach(async () => {
  test = await buildTestApp();
});
afterEach(() => test.close());

const liveConfig = () => readConfig({ ...LIVE, LADING_DATA_DIR: test.config.dataDir });

describe('a start with live keys', () => {
  it('works on a database without payments and labels', async () => {
    await expect(refuseTestRecords(liveConfig(), test.deps.db)).resolves.toBeUndefined();
  });

  it('fails when the database contains a test payment (MO25)', async () => {
    await startPayment(test, await makeShop(test), 900);
    await expect(refuseTestRecords(liveConfig(), test.deps.db)).rejects.toThrow(SENTENCE);
    await expect(refuseTestRecords(test.config, test.deps.db)).resolves.toBeUndefined();
  });

  it('never opens the port when the database contains a sample label (MO25)', async () => {
    await boughtLabel(test, await makeShop(test));
    const closing: (() => Promise<void>)[] = [];
    const starting = serve(
      liveConfig(),
      {
        ownerUrl: test.ownerUrl,
        appUrl: test.appUrl,
        adminUrl: null,
        description: '',
        joined: false,
        stop: async () => {},
      },
      test.deps.log,
      (_what, work) => work(),
      (close) => closing.unshift(() => close(AbortSignal.abort())),
    );
    await expect(starting).rejects.toThrow(SENTENCE);
    for (const close of closing) await close();
  });
});
