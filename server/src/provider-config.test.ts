import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const SHIPPO_TEST = { CARRIER_PROVIDER: 'shippo', SHIPPO_API_KEY: 'shippo_test_1' };
const SHIPPO_LIVE = { CARRIER_PROVIDER: 'shippo', SHIPPO_API_KEY: 'shippo_live_1' };
const stripe = (mode: 'test' | 'live') => ({
  PAYMENT_PROVIDER: 'stripe',
  STRIPE_SECRET_KEY: `sk_${mode}_1`,
  STRIPE_PUBLISHABLE_KEY: `pk_${mode}_1`,
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
});
const LIVE = {
  ...SHIPPO_LIVE,
  ...stripe('live'),
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://labels.example.com',
};
const S3 = {
  LABEL_STORAGE: 's3',
  S3_ENDPOINT: 'https://s3.example.com',
  S3_BUCKET: 'labels',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};
const without = <T extends object>(settings: T, name: keyof T) => ({ ...settings, [name]: undefined });

describe('provider settings', () => {
  it('default to the built-in providers', () => {
    expect(readConfig({}).providers).toEqual({
      labelProvider: { kind: 'builtin' },
      addresses: { kind: 'builtin' },
      payment: { kind: 'test', fees: { basisPoints: 290, cents: 30 } },
      mail: { kind: 'outbox' },
      places: { kind: 'builtin' },
      labelStorage: { kind: 'database' },
      orderSources: {
        allowedHosts: [],
        shopify: { app: null, baseUrl: null },
        etsy: { app: null, baseUrl: null },
        ebay: { app: null, baseUrl: null, isSandbox: false },
        amazon: { baseUrl: null, isSandbox: false },
      },
      live: false,
    });
  });

  it('name private hosts that stores may have', () => {
    const hosts = (text: string) =>
      readConfig({ ORDER_SOURCE_ALLOWED_HOSTS: text }).providers.orderSources.allowedHosts;
    expect(hosts(' Store.internal:8080, 10.0.0.7,[::1]:3000,')).toEqual([
      'store.internal:8080',
      '10.0.0.7',
      '[::1]:3000',
    ]);
    for (const text of ['http://store.internal', 'store.internal/path', '*', 'a b'])
      expect(() => hosts(text)).toThrow(
        'ORDER_SOURCE_ALLOWED_HOSTS must be a list of hosts such as store.internal:8080,10.0.0.7.',
      );
  });

  it('name the operator’s apps at stores, each whole or not at all', () => {
    const stores = (settings: Record<string, string>) => readConfig(settings).providers.orderSources;
    expect(
      stores({
        SHOPIFY_APP_ID: 'a',
        SHOPIFY_APP_SECRET: 'b',
        ETSY_APP_KEY: 'c',
        ETSY_APP_SECRET: 'd',
        ETSY_WEBHOOK_SECRET: 'whsec_c2VjcmV0',
        EBAY_APP_ID: 'e',
        EBAY_APP_SECRET: 'f',
        EBAY_RU_NAME: 'g',
      }),
    ).toMatchObject({
      shopify: { app: { clientId: 'a', clientSecret: 'b' } },
      etsy: { app: { keystring: 'c', sharedSecret: 'd', webhookSecret: 'whsec_c2VjcmV0' } },
      ebay: { app: { clientId: 'e', clientSecret: 'f', ruName: 'g', verificationToken: null } },
    });
    expect(() => stores({ EBAY_APP_ID: 'e', EBAY_APP_SECRET: 'f' })).toThrow(
      'EBAY_APP_ID, EBAY_APP_SECRET, EBAY_RU_NAME must be set together. Missing: EBAY_RU_NAME.',
    );
  });

  it.each(['SHOPIFY', 'ETSY', 'EBAY', 'AMAZON'] as const)(
    'do not send the tokens of %s stores to a double in production',
    (store) => {
      const settings = { [`${store}_BASE_URL`]: 'http://127.0.0.1:9' };
      const { orderSources } = readConfig(settings).providers;
      expect(orderSources[store.toLowerCase() as 'etsy'].baseUrl).toBe('http://127.0.0.1:9');
      expect(() => readConfig({ ...settings, NODE_ENV: 'production' })).toThrow(
        `${store}_BASE_URL is for tests only.`,
      );
    },
  );

  it.each(['EBAY', 'AMAZON'] as const)('refuse the sandbox of %s with live labels', (store) => {
    const settings = { [`${store}_SANDBOX`]: 'on' };
    const { orderSources } = readConfig({ ...settings, NODE_ENV: 'production' }).providers;
    expect(orderSources[store.toLowerCase() as 'ebay'].isSandbox).toBe(true);
    expect(() => readConfig({ ...settings, ...LIVE })).toThrow(
      `${store}_SANDBOX cannot be combined with live labels and cards.`,
    );
    expect(readConfig(LIVE).providers.orderSources[store.toLowerCase() as 'ebay'].isSandbox).toBe(false);
  });

  it('accept live labels with live cards, and test with test', () => {
    expect(readConfig(LIVE).providers).toMatchObject({
      labelProvider: { kind: 'shippo', live: true },
      addresses: { kind: 'shippo' },
      payment: { kind: 'stripe', live: true },
      live: true,
    });
    expect(readConfig({ ...SHIPPO_TEST, ...stripe('test') }).providers.live).toBe(false);
    expect(readConfig({ ...SHIPPO_TEST }).providers.live).toBe(false);
    expect(readConfig(stripe('test')).providers.live).toBe(false);
  });

  it('allow demo data only with the built-in providers', () => {
    expect(readConfig({}).demo).toBe(true);
    expect(readConfig(SHIPPO_TEST).demo).toBe(false);
    expect(readConfig(stripe('test')).demo).toBe(false);
  });

  it.each([
    [
      without(without(LIVE, 'CARRIER_PROVIDER'), 'SHIPPO_API_KEY'),
      'A live STRIPE_SECRET_KEY cannot be combined with CARRIER_PROVIDER=builtin: built-in labels are samples without postage.',
    ],
    [
      { ...LIVE, ...SHIPPO_TEST },
      'A live STRIPE_SECRET_KEY cannot be combined with a test SHIPPO_API_KEY: test labels carry no postage.',
    ],
    [
      SHIPPO_LIVE,
      'A live SHIPPO_API_KEY cannot be combined with PAYMENT_PROVIDER=test: no card would be charged for real labels.',
    ],
    [
      { ...SHIPPO_LIVE, ...stripe('test') },
      'A live SHIPPO_API_KEY cannot be combined with a test STRIPE_SECRET_KEY: no card would be charged for real labels.',
    ],
    [
      { ...LIVE, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' },
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live keys or both be test keys.',
    ],
    [
      { ...stripe('test'), STRIPE_PUBLISHABLE_KEY: 'pk_live_1' },
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live keys or both be test keys.',
    ],
    [{ ...LIVE, NODE_ENV: 'development' }, 'A live STRIPE_SECRET_KEY needs NODE_ENV=production.'],
    [
      { ...LIVE, PUBLIC_URL: 'http://labels.example.com' },
      'A live STRIPE_SECRET_KEY needs a PUBLIC_URL that starts with https://.',
    ],
    [
      { ...LIVE, SHIPPO_BASE_URL: 'http://127.0.0.1:1' },
      'SHIPPO_BASE_URL must start with https:// when the key is live.',
    ],
    [
      { ...LIVE, STRIPE_BASE_URL: 'http://127.0.0.1:1' },
      'STRIPE_BASE_URL must start with https:// when the key is live.',
    ],
  ])(
    'stop startup when live and test are mixed or a live setup is incomplete: %j (MO25)',
    (env, sentence) => {
      expect(() => readConfig(env)).toThrow(sentence);
    },
  );

  it.each<[object, string]>([
    [{ CARRIER_PROVIDER: 'ups' }, 'CARRIER_PROVIDER must be "builtin" or "shippo".'],
    [{ PAYMENT_PROVIDER: 'cash' }, 'PAYMENT_PROVIDER must be "test" or "stripe".'],
    [
      { CARRIER_PROVIDER: 'shippo' },
      'CARRIER_PROVIDER=shippo or ADDRESS_PROVIDER=shippo needs SHIPPO_API_KEY.',
    ],
    [{ SHIPPO_API_KEY: 'abc' }, 'SHIPPO_API_KEY must start with shippo_live_ or shippo_test_.'],
    [
      { SHIPPO_WEBHOOK_TOKEN: 'short' },
      'SHIPPO_WEBHOOK_TOKEN must be 24 to 100 letters, digits, hyphens or underscores.',
    ],
    [{ SHIPPO_CALLS_PER_MINUTE: '0' }, 'SHIPPO_CALLS_PER_MINUTE must be a whole number from 1 to 999999.'],
    [
      { SHIPPO_BASE_URL: 'api.goshippo.com' },
      'SHIPPO_BASE_URL must be an address such as https://labels.example.com.',
    ],
    [without(stripe('test'), 'STRIPE_SECRET_KEY'), 'PAYMENT_PROVIDER=stripe needs STRIPE_SECRET_KEY.'],
    [
      without(stripe('test'), 'STRIPE_PUBLISHABLE_KEY'),
      'PAYMENT_PROVIDER=stripe needs STRIPE_PUBLISHABLE_KEY.',
    ],
    [
      without(stripe('test'), 'STRIPE_WEBHOOK_SECRET'),
      'PAYMENT_PROVIDER=stripe needs STRIPE_WEBHOOK_SECRET.',
    ],
    [{ STRIPE_WEBHOOK_SECRET: 'x' }, 'STRIPE_WEBHOOK_SECRET must start with whsec_.'],
    [{ ETSY_WEBHOOK_SECRET: 'whsec_%' }, 'ETSY_WEBHOOK_SECRET must be whsec_ followed by a base64 key.'],
    [
      { ETSY_WEBHOOK_SECRET: 'whsec_c2VjcmV0' },
      'ETSY_WEBHOOK_SECRET needs ETSY_APP_KEY and ETSY_APP_SECRET.',
    ],
    [
      { EBAY_VERIFICATION_TOKEN: 'a'.repeat(31) },
      'EBAY_VERIFICATION_TOKEN must be 32 to 80 letters, digits, hyphens or underscores.',
    ],
    [
      { EBAY_VERIFICATION_TOKEN: 'a'.repeat(32) },
      'EBAY_VERIFICATION_TOKEN needs EBAY_APP_ID, EBAY_APP_SECRET and EBAY_RU_NAME.',
    ],
    [
      { STRIPE_SECRET_KEY: 'pk_test_1' },
      'STRIPE_SECRET_KEY must start with sk_live_, sk_test_, rk_live_ or rk_test_.',
    ],
    [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL must start with smtp:// or smtps://.'],
    [{ SMTP_URL: 'smtp://mail.example.com' }, 'SMTP_URL needs MAIL_FROM, the sender address of all emails.'],
    [
      { SMTP_URL: 'smtp://user:100%@mail.example.com' },
      'SMTP_URL must be an address such as smtp://user:password@mail.example.com:587.',
    ],
    ...[
      'labels',
      'a@b.example, c@d.example',
      'Labels <a@b.example>\r\nBcc: c@d.example',
      'La"bels <a@b.example>',
    ].map((from): [object, string] => [
      { MAIL_FROM: from },
      'MAIL_FROM must be an address such as labels@example.com or Labels <labels@example.com>.',
    ]),
    [{ LABEL_STORAGE: 'tape' }, 'LABEL_STORAGE must be "database" or "s3".'],
    ...(['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const).map(
      (name): [object, string] => [without(S3, name), `LABEL_STORAGE=s3 needs ${name}.`],
    ),
  ])('stop startup with one sentence: %j', (env, sentence) => {
    expect(() => readConfig({ ...env })).toThrow(sentence);
  });

  it('accept LABEL_STORAGE=disk as an alias of database, with a warning', () => {
    const { providers, warnings } = readConfig({ LABEL_STORAGE: 'disk' });
    expect(providers.labelStorage).toEqual({ kind: 'database' });
    expect(warnings).toEqual([
      {
        event: 'config.deprecated_value',
        text: 'LABEL_STORAGE=disk is deprecated: set LABEL_STORAGE=database. Labels stay in the database.',
      },
    ]);
    expect(readConfig({ LABEL_STORAGE: 'database' })).toMatchObject({
      providers: { labelStorage: { kind: 'database' } },
      warnings: [],
    });
    expect(readConfig(S3).warnings).toEqual([]);
  });

  it('never show a key in an error', () => {
    const secret = 'sk_live_very-secret';
    const env = { ...stripe('live'), STRIPE_SECRET_KEY: secret };
    expect(() => readConfig(env)).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining(secret) }),
    );
  });
});
