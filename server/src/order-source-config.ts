import { WebhookSecretSchema } from '@lading/contract/orders/authorize-source.ts';
import * as z from 'zod/mini';
import { StartError } from './platform/app-error.ts';
import { hostList, httpAddress, onOff, text } from './platform/settings.ts';

/** The settings of stores: hosts that may be private, and the operator's apps. */
export const orderSourceSettings = {
  ORDER_SOURCE_ALLOWED_HOSTS: hostList('ORDER_SOURCE_ALLOWED_HOSTS'),
  SHOPIFY_APP_ID: text,
  SHOPIFY_APP_SECRET: text,
  SHOPIFY_BASE_URL: httpAddress('SHOPIFY_BASE_URL', ''),
  ETSY_APP_KEY: text,
  ETSY_APP_SECRET: text,
  ETSY_WEBHOOK_SECRET: z.optional(
    z
      .string()
      .check(
        z.refine(
          (value) => WebhookSecretSchema.safeParse(value).success,
          'ETSY_WEBHOOK_SECRET must be whsec_ followed by a base64 key.',
        ),
      ),
  ),
  ETSY_BASE_URL: httpAddress('ETSY_BASE_URL', ''),
  EBAY_APP_ID: text,
  EBAY_APP_SECRET: text,
  EBAY_RU_NAME: text,
  EBAY_VERIFICATION_TOKEN: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^[\w-]{32,80}$/,
          'EBAY_VERIFICATION_TOKEN must be 32 to 80 letters, digits, hyphens or underscores.',
        ),
      ),
  ),
  EBAY_BASE_URL: httpAddress('EBAY_BASE_URL', ''),
  EBAY_SANDBOX: onOff('EBAY_SANDBOX', 'off'),
  AMAZON_BASE_URL: httpAddress('AMAZON_BASE_URL', ''),
  AMAZON_SANDBOX: onOff('AMAZON_SANDBOX', 'off'),
};

const SettingsSchema = z.object(orderSourceSettings);
type Settings = z.output<typeof SettingsSchema>;

/** A test double instead of every store; null for the stores themselves. */
type BaseUrl = string | null;

/** An app is null if clients enter the credentials of their own. */
export interface OrderSourceConfig {
  /** Hosts of stores that may be private or without TLS, with a port unless it is the default one. */
  allowedHosts: string[];
  shopify: {
    app: { clientId: string; clientSecret: string } | null;
    baseUrl: BaseUrl;
  };
  etsy: {
    app: {
      keystring: string;
      sharedSecret: string;
      /** Signs the webhooks of all shops; null without them. */
      webhookSecret: string | null;
    } | null;
    baseUrl: BaseUrl;
  };
  ebay: {
    app: {
      clientId: string;
      clientSecret: string;
      ruName: string;
      /** For notices about deleted accounts; null without them. */
      verificationToken: string | null;
    } | null;
    baseUrl: BaseUrl;
    /** eBay's own sandbox, with sellers and orders made for tests. */
    isSandbox: boolean;
  };
  amazon: { baseUrl: BaseUrl; isSandbox: boolean };
}

export function readOrderSources(settings: Settings): OrderSourceConfig {
  const shopify = allOrNone(settings, ['SHOPIFY_APP_ID', 'SHOPIFY_APP_SECRET']);
  const etsy = allOrNone(settings, ['ETSY_APP_KEY', 'ETSY_APP_SECRET']);
  const ebay = allOrNone(settings, ['EBAY_APP_ID', 'EBAY_APP_SECRET', 'EBAY_RU_NAME']);
  if (!etsy && settings.ETSY_WEBHOOK_SECRET !== undefined)
    throw new StartError('ETSY_WEBHOOK_SECRET needs ETSY_APP_KEY and ETSY_APP_SECRET.');
  if (!ebay && settings.EBAY_VERIFICATION_TOKEN !== undefined)
    throw new StartError('EBAY_VERIFICATION_TOKEN needs EBAY_APP_ID, EBAY_APP_SECRET and EBAY_RU_NAME.');
  return {
    allowedHosts: settings.ORDER_SOURCE_ALLOWED_HOSTS,
    shopify: {
      app: shopify && { clientId: shopify.SHOPIFY_APP_ID, clientSecret: shopify.SHOPIFY_APP_SECRET },
      baseUrl: settings.SHOPIFY_BASE_URL || null,
    },
    etsy: {
      app: etsy && {
        keystring: etsy.ETSY_APP_KEY,
        sharedSecret: etsy.ETSY_APP_SECRET,
        webhookSecret: settings.ETSY_WEBHOOK_SECRET ?? null,
      },
      baseUrl: settings.ETSY_BASE_URL || null,
    },
    ebay: {
      app: ebay && {
        clientId: ebay.EBAY_APP_ID,
        clientSecret: ebay.EBAY_APP_SECRET,
        ruName: ebay.EBAY_RU_NAME,
        verificationToken: settings.EBAY_VERIFICATION_TOKEN ?? null,
      },
      baseUrl: settings.EBAY_BASE_URL || null,
      isSandbox: settings.EBAY_SANDBOX === 'on',
    },
    amazon: { baseUrl: settings.AMAZON_BASE_URL || null, isSandbox: settings.AMAZON_SANDBOX === 'on' },
  };
}

type AppSetting =
  | `SHOPIFY_APP_${'ID' | 'SECRET'}`
  | `ETSY_APP_${'KEY' | 'SECRET'}`
  | `EBAY_APP_${'ID' | 'SECRET'}`
  | 'EBAY_RU_NAME';

function allOrNone<const Name extends AppSetting>(
  settings: Settings,
  names: readonly Name[],
): Record<Name, string> | null {
  const missing = names.filter((name) => settings[name] === undefined);
  if (missing.length === names.length) return null;
  if (missing.length > 0)
    throw new StartError(`${names.join(', ')} must be set together. Missing: ${missing.join(', ')}.`);
  return Object.fromEntries(names.map((name) => [name, settings[name] ?? ''])) as Record<Name, string>;
}

interface Mode {
  production: boolean;
  /** Labels carry postage, and cards are charged. */
  live: boolean;
}

/** With a base URL, every store's tokens go to another host. Orders of a sandbox must not cost postage. */
export function refuseTestStores(
  { shopify, etsy, ebay, amazon }: OrderSourceConfig,
  { production, live }: Mode,
): void {
  const addresses = {
    SHOPIFY_BASE_URL: shopify.baseUrl,
    ETSY_BASE_URL: etsy.baseUrl,
    EBAY_BASE_URL: ebay.baseUrl,
    AMAZON_BASE_URL: amazon.baseUrl,
  };
  for (const [setting, address] of Object.entries(addresses))
    if (production && address !== null)
      throw new StartError(`${setting} is for tests only. Remove it, or start without NODE_ENV=production.`);
  const sandboxes = { EBAY_SANDBOX: ebay.isSandbox, AMAZON_SANDBOX: amazon.isSandbox };
  for (const [setting, isOn] of Object.entries(sandboxes))
    if (live && isOn) throw new StartError(`${setting} cannot be combined with live labels and cards.`);
}
