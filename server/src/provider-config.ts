import * as z from 'zod/mini';
import { type OrderSourceConfig, orderSourceSettings, readOrderSources } from './order-source-config.ts';
import { StartError } from './platform/app-error.ts';
import { choice, httpAddress, text, wholeNumber } from './platform/settings.ts';

/** `labels@example.com` or `Labels <labels@example.com>`; the display name must not need quotes. */
const MAIL_FROM =
  /^(?:[^\p{C}<>"(),:;@[\]\\]+ <[\w.+-]+@[\w-]+(?:\.[\w-]+)+>|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)$/u;

/** The former name of the value `database`. Labels were never on disk. */
const OLD_DATABASE_STORAGE = 'disk';

/** Settings of the external providers. Tests point their base URLs at doubles. */
export const providerSettings = {
  CARRIER_PROVIDER: choice('CARRIER_PROVIDER', ['builtin', 'shippo'], 'builtin'),
  SHIPPO_API_KEY: z.optional(
    z
      .string()
      .check(
        z.regex(/^shippo_(live|test)_\S+$/, 'SHIPPO_API_KEY must start with shippo_live_ or shippo_test_.'),
      ),
  ),
  SHIPPO_BASE_URL: httpAddress('SHIPPO_BASE_URL', 'https://api.goshippo.com'),
  SHIPPO_LABEL_HOSTS: z._default(
    z.string(),
    'deliver.goshippo.com,shippo-delivery.s3.amazonaws.com,shippo-delivery-east.s3.amazonaws.com',
  ),
  SHIPPO_WEBHOOK_TOKEN: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^[\w-]{24,100}$/,
          'SHIPPO_WEBHOOK_TOKEN must be 24 to 100 letters, digits, hyphens or underscores.',
        ),
      ),
  ),
  SHIPPO_CALLS_PER_MINUTE: z.optional(
    z.pipe(
      z
        .string()
        .check(z.regex(/^[1-9]\d{0,5}$/, 'SHIPPO_CALLS_PER_MINUTE must be a whole number from 1 to 999999.')),
      z.transform(Number),
    ),
  ),
  ADDRESS_PROVIDER: z.optional(
    z.enum(['builtin', 'shippo'], 'ADDRESS_PROVIDER must be "builtin" or "shippo".'),
  ),
  PAYMENT_PROVIDER: choice('PAYMENT_PROVIDER', ['test', 'stripe'], 'test'),
  TEST_GATEWAY_FEE_BASIS_POINTS: z.optional(wholeNumber('TEST_GATEWAY_FEE_BASIS_POINTS', 10_000)),
  TEST_GATEWAY_FEE_CENTS: z.optional(wholeNumber('TEST_GATEWAY_FEE_CENTS', 10_000)),
  STRIPE_SECRET_KEY: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^(sk|rk)_(live|test)_\S+$/,
          'STRIPE_SECRET_KEY must start with sk_live_, sk_test_, rk_live_ or rk_test_.',
        ),
      ),
  ),
  STRIPE_PUBLISHABLE_KEY: z.optional(
    z
      .string()
      .check(z.regex(/^pk_(live|test)_\S+$/, 'STRIPE_PUBLISHABLE_KEY must start with pk_live_ or pk_test_.')),
  ),
  STRIPE_WEBHOOK_SECRET: z.optional(
    z.string().check(z.regex(/^whsec_\S+$/, 'STRIPE_WEBHOOK_SECRET must start with whsec_.')),
  ),
  STRIPE_BASE_URL: httpAddress('STRIPE_BASE_URL', 'https://api.stripe.com'),
  STRIPE_JS_URL: httpAddress('STRIPE_JS_URL', 'https://js.stripe.com/endive/stripe.js'),
  SMTP_URL: z.optional(
    z
      .string()
      .check(
        z.regex(/^smtps?:\/\/\S+$/, 'SMTP_URL must start with smtp:// or smtps://.'),
        z.refine(
          isMailServer,
          'SMTP_URL must be an address such as smtp://user:password@mail.example.com:587.',
        ),
      ),
  ),
  MAIL_FROM: z.optional(
    z
      .string()
      .check(
        z.regex(
          MAIL_FROM,
          'MAIL_FROM must be an address such as labels@example.com or Labels <labels@example.com>.',
        ),
      ),
  ),
  GOOGLE_PLACES_KEY: text,
  GOOGLE_PLACES_BASE_URL: httpAddress('GOOGLE_PLACES_BASE_URL', 'https://places.googleapis.com'),
  LABEL_STORAGE: z._default(
    z.enum(['database', 's3', OLD_DATABASE_STORAGE], 'LABEL_STORAGE must be "database" or "s3".'),
    'database',
  ),
  S3_ENDPOINT: httpAddress('S3_ENDPOINT', ''),
  S3_REGION: z._default(z.string(), 'us-east-1'),
  S3_BUCKET: text,
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  ...orderSourceSettings,
};

interface ShippoConfig {
  kind: 'shippo';
  apiKey: string;
  live: boolean;
  baseUrl: string;
  /** Hosts that we may fetch labels from, with a port unless it is the default one. */
  labelHosts: string[];
  /** The secret part of the webhook URL. Null: no webhook, tracking is polled. */
  webhookToken: string | null;
  /** The write limit agreed with Shippo; null for its published limit. */
  callsPerMinute: number | null;
}

interface TestGatewayConfig {
  kind: 'test';
  /** What the test gateway charges for a payment. */
  fees: { basisPoints: number; cents: number };
}

interface StripeConfig {
  kind: 'stripe';
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  live: boolean;
  baseUrl: string;
  scriptUrl: string;
}

interface S3Config {
  kind: 's3';
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface ProviderConfig {
  labelProvider: { kind: 'builtin' } | ShippoConfig;
  addresses: { kind: 'builtin' } | ShippoConfig;
  payment: TestGatewayConfig | StripeConfig;
  mail: { kind: 'outbox' } | { kind: 'smtp'; url: string; from: string };
  places: { kind: 'builtin' } | { kind: 'google'; key: string; baseUrl: string };
  labelStorage: { kind: 'database' } | S3Config;
  orderSources: OrderSourceConfig;
  /** True when real cards are charged for real labels. */
  live: boolean;
}

/** A setting that still works but should be changed; logged at startup. */
export interface ConfigWarning {
  event: string;
  text: string;
}

const SettingsSchema = z.object(providerSettings);
type Settings = z.output<typeof SettingsSchema>;

export function readProviders(settings: Settings): ProviderConfig {
  const shippo = readShippo(settings);
  const payment = readPayment(settings);
  const labelProvider =
    settings.CARRIER_PROVIDER === 'shippo' ? requireShippo(shippo) : ({ kind: 'builtin' } as const);
  const addresses =
    (settings.ADDRESS_PROVIDER ?? settings.CARRIER_PROVIDER) === 'shippo'
      ? requireShippo(shippo)
      : ({ kind: 'builtin' } as const);
  refuseMixedModes(labelProvider, payment);
  refuseInsecureUrl('SHIPPO_BASE_URL', labelProvider);
  refuseInsecureUrl('STRIPE_BASE_URL', payment);
  return {
    labelProvider,
    addresses,
    payment,
    mail: readMail(settings),
    places:
      settings.GOOGLE_PLACES_KEY === undefined
        ? { kind: 'builtin' }
        : { kind: 'google', key: settings.GOOGLE_PLACES_KEY, baseUrl: settings.GOOGLE_PLACES_BASE_URL },
    labelStorage: readStorage(settings),
    orderSources: readOrderSources(settings),
    live: payment.kind === 'stripe' && payment.live,
  };
}

export const providerWarnings = (settings: Pick<Settings, 'LABEL_STORAGE'>): ConfigWarning[] =>
  settings.LABEL_STORAGE === OLD_DATABASE_STORAGE
    ? [
        {
          event: 'config.deprecated_value',
          text: 'LABEL_STORAGE=disk is deprecated: set LABEL_STORAGE=database. Labels stay in the database.',
        },
      ]
    : [];

function requireShippo(shippo: ShippoConfig | null): ShippoConfig {
  if (!shippo)
    throw new StartError('CARRIER_PROVIDER=shippo or ADDRESS_PROVIDER=shippo needs SHIPPO_API_KEY.');
  return shippo;
}

function readShippo(settings: Settings): ShippoConfig | null {
  const apiKey = settings.SHIPPO_API_KEY;
  if (apiKey === undefined) return null;
  return {
    kind: 'shippo',
    apiKey,
    live: apiKey.startsWith('shippo_live_'),
    baseUrl: settings.SHIPPO_BASE_URL,
    labelHosts: settings.SHIPPO_LABEL_HOSTS.split(',').map((host) => host.trim()),
    webhookToken: settings.SHIPPO_WEBHOOK_TOKEN ?? null,
    callsPerMinute: settings.SHIPPO_CALLS_PER_MINUTE ?? null,
  };
}

/** Stripe's fee for a card payment in the United States. */
const STRIPE_FEE_BASIS_POINTS = 290;
const STRIPE_FEE_CENTS = 30;

/** The beginning of the key in Stripe's examples. */
const PUBLIC_SAMPLE_KEY = 'sk_test_4eC39';

function readPayment(settings: Settings): ProviderConfig['payment'] {
  if (settings.PAYMENT_PROVIDER === 'test')
    return {
      kind: 'test',
      fees: {
        basisPoints: settings.TEST_GATEWAY_FEE_BASIS_POINTS ?? STRIPE_FEE_BASIS_POINTS,
        cents: settings.TEST_GATEWAY_FEE_CENTS ?? STRIPE_FEE_CENTS,
      },
    };
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = settings;
  for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const)
    if (settings[name] === undefined) throw new StartError(`PAYMENT_PROVIDER=stripe needs ${name}.`);
  const secretKey = STRIPE_SECRET_KEY ?? '';
  const publishableKey = STRIPE_PUBLISHABLE_KEY ?? '';
  if (secretKey.startsWith(PUBLIC_SAMPLE_KEY))
    throw new StartError(
      "STRIPE_SECRET_KEY is the sample key from Stripe's documentation, which anyone can use. Use a key from your own account.",
    );
  const live = secretKey.includes('_live_');
  if (live !== publishableKey.includes('_live_'))
    throw new StartError(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live keys or both be test keys.',
    );
  return {
    kind: 'stripe',
    secretKey,
    publishableKey,
    webhookSecret: STRIPE_WEBHOOK_SECRET ?? '',
    live,
    baseUrl: settings.STRIPE_BASE_URL,
    scriptUrl: settings.STRIPE_JS_URL,
  };
}

/** Live payments must not buy sample labels, and test payments must not buy real ones. */
function refuseMixedModes(
  labelProvider: ProviderConfig['labelProvider'],
  payment: ProviderConfig['payment'],
): void {
  const liveMoney = payment.kind === 'stripe' && payment.live;
  const liveLabels = labelProvider.kind === 'shippo' && labelProvider.live;
  if (liveMoney && labelProvider.kind === 'builtin')
    throw new StartError(
      'A live STRIPE_SECRET_KEY cannot be combined with CARRIER_PROVIDER=builtin: built-in labels are samples without postage.',
    );
  if (liveMoney && !liveLabels)
    throw new StartError(
      'A live STRIPE_SECRET_KEY cannot be combined with a test SHIPPO_API_KEY: test labels carry no postage.',
    );
  if (liveLabels && payment.kind === 'test')
    throw new StartError(
      'A live SHIPPO_API_KEY cannot be combined with PAYMENT_PROVIDER=test: no card would be charged for real labels.',
    );
  if (liveLabels && !liveMoney)
    throw new StartError(
      'A live SHIPPO_API_KEY cannot be combined with a test STRIPE_SECRET_KEY: no card would be charged for real labels.',
    );
}

/** Live keys are sent over TLS only. */
function refuseInsecureUrl(
  name: string,
  provider: ProviderConfig['labelProvider'] | ProviderConfig['payment'],
): void {
  if ('live' in provider && provider.live && !provider.baseUrl.startsWith('https:'))
    throw new StartError(`${name} must start with https:// when the key is live.`);
}

/** It needs a host, and a user and password that decode. */
function isMailServer(address: string): boolean {
  const url = URL.parse(address);
  try {
    decodeURIComponent(`${url?.username}${url?.password}`);
  } catch {
    return false;
  }
  return url !== null && url.hostname !== '';
}

function readMail({ SMTP_URL: url, MAIL_FROM: from }: Settings): ProviderConfig['mail'] {
  if (url === undefined) return { kind: 'outbox' };
  if (from === undefined) throw new StartError('SMTP_URL needs MAIL_FROM, the sender address of all emails.');
  return { kind: 'smtp', url, from };
}

function readStorage(settings: Settings): ProviderConfig['labelStorage'] {
  if (settings.LABEL_STORAGE !== 's3') return { kind: 'database' };
  for (const name of ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const)
    if (!settings[name]) throw new StartError(`LABEL_STORAGE=s3 needs ${name}.`);
  return {
    kind: 's3',
    endpoint: settings.S3_ENDPOINT,
    region: settings.S3_REGION,
    bucket: settings.S3_BUCKET ?? '',
    accessKeyId: settings.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY ?? '',
  };
}
