import * as z from 'zod/mini';
import { ERRORS } from '../errors.ts';
import { openEnum } from '../open-enum.ts';
import { storable, visibleLine } from '../storable-text.ts';
import { AMAZON_SITES, type AmazonSite } from './amazon-sites.ts';
import { AuthorizationOfferSchema, WebhookSecretSchema } from './authorize-source.ts';

/** Where orders come from. `api` and `file` are not called: a program or a person sends the orders. */
const ORDER_SOURCE_KINDS = [
  'shopify',
  'woocommerce',
  'etsy',
  'ebay',
  'amazon',
  'custom_store',
  'api',
  'file',
] as const;
export type OrderSourceKind = (typeof ORDER_SOURCE_KINDS)[number];
export const OrderSourceKindSchema = openEnum(ORDER_SOURCE_KINDS);

/** Shops that Lading calls. */
export const CONNECTED_KINDS = [
  'shopify',
  'woocommerce',
  'etsy',
  'ebay',
  'amazon',
  'custom_store',
] as const satisfies readonly OrderSourceKind[];
export type ConnectedKind = (typeof CONNECTED_KINDS)[number];

/** `refused`: the store no longer accepts the credentials. `disconnected`: by the client; the orders stay. */
const ORDER_SOURCE_STATES = ['active', 'paused', 'refused', 'disconnected'] as const;
export type OrderSourceState = (typeof ORDER_SOURCE_STATES)[number];

export const MAX_ORDER_SOURCES = 20;
export const ORDER_SOURCE_TEXTS = {
  limitReached: `You can connect up to ${MAX_ORDER_SOURCES} stores. Please disconnect a store first.`,
} as const;

/** Why reading failed. The code decides what the client can do. */
const SOURCE_ERRORS = [
  'credentials',
  'permission',
  'not_found',
  'not_a_shop',
  'address_blocked',
  'unavailable',
  'disconnected',
] as const;
export type SourceErrorCode = (typeof SOURCE_ERRORS)[number];
const SourceErrorSchema = z.object({ code: openEnum(SOURCE_ERRORS), message: z.string() });
export type SourceError = z.infer<typeof SourceErrorSchema>;

const SOURCE_WARNINGS = ['addresses_withheld', 'read_only_key', 'missing_scopes'] as const;

const SettingsSchema = z.object({
  /** The store emails its buyer about the shipment. */
  notifyBuyer: z.boolean(),
  /** Marks the order as completed in the store after the last parcel (WooCommerce). */
  completeOrder: z.boolean(),
});

const OrderSourceSchema = z.object({
  id: z.string(),
  kind: OrderSourceKindSchema,
  name: z.string(),
  address: z.string(),
  state: openEnum(ORDER_SOURCE_STATES),
  warnings: z.array(openEnum(SOURCE_WARNINGS)),
  settings: SettingsSchema,
  /** Until the first import is complete. `total` is null if the store does not say it. */
  importing: z.nullable(z.object({ read: z.number(), total: z.nullable(z.number()) })),
  lastSuccessAt: z.nullable(z.string()),
  lastError: z.nullable(z.extend(SourceErrorSchema, { at: z.string() })),
  /** Whether the store sends changes as they happen. Otherwise they are found every few minutes. */
  hasWebhooks: z.boolean(),
  /** Whether the client can set up webhooks at the store and enter their signing secret. */
  takesWebhookSecret: z.boolean(),
  orders: z.object({ open: z.number(), total: z.number() }),
  /** Reports that the store refused, and that wait to be sent. */
  reports: z.object({ refused: z.number(), waiting: z.number() }),
  createdAt: z.string(),
});
export type OrderSourceView = z.infer<typeof OrderSourceSchema>;

export const OrderSourcesAnswerSchema = z.object({
  sources: z.array(OrderSourceSchema),
  /** The kinds of stores that can be connected by signing in there. */
  authorizations: z.array(AuthorizationOfferSchema),
});
export const OrderSourceAnswerSchema = z.object({ source: OrderSourceSchema });

const secret = (max: number, message: string) =>
  z.string(message).check(z.trim(), z.minLength(1, message), z.maxLength(max), storable);
const address = (message: string) =>
  z.string(message).check(z.trim(), z.minLength(1, message), z.maxLength(500), visibleLine);

/** Credentials, one shape for each way to connect. Clients of Etsy and eBay sign in there instead. */
const SourceCredentialsSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('shopify'),
    address: address('Please enter your store’s address, such as example.myshopify.com.'),
    /** A token of an existing admin-made app, or the client ID and secret of an app of the Dev Dashboard. */
    access: z.discriminatedUnion('way', [
      z.object({
        way: z.literal('token'),
        token: secret(200, 'Please enter the access token.'),
        /** Signs webhooks. Without it, changes are found every few minutes. */
        clientSecret: z.optional(secret(200, 'Please enter the API secret key.')),
      }),
      z.object({
        way: z.literal('client_credentials'),
        clientId: secret(200, 'Please enter the client ID.'),
        clientSecret: secret(200, 'Please enter the client secret.'),
      }),
    ]),
  }),
  z.object({
    kind: z.literal('woocommerce'),
    address: address('Please enter your store’s address, such as https://shop.example.com.'),
    consumerKey: secret(200, 'Please enter the consumer key.'),
    consumerSecret: secret(200, 'Please enter the consumer secret.'),
  }),
  z.object({
    kind: z.literal('amazon'),
    /** The marketplace. */
    address: z.enum(Object.keys(AMAZON_SITES) as [AmazonSite], 'Please choose your marketplace.'),
    clientId: secret(150, 'Please enter the client ID.'),
    clientSecret: secret(200, 'Please enter the client secret.'),
    refreshToken: secret(2_000, 'Please enter the refresh token.'),
  }),
  z.object({
    kind: z.literal('custom_store'),
    address: address('Please enter the address of the order export.'),
    userName: secret(200, 'Please enter the username.'),
    password: secret(200, 'Please enter the password.'),
  }),
]);
export type SourceCredentials = z.output<typeof SourceCredentialsSchema>;

export const ConnectSourceBodySchema = z.object({
  credentials: SourceCredentialsSchema,
  /** Empty: the store's own name. */
  name: z._default(z.string().check(z.trim(), z.maxLength(100), visibleLine), ''),
});
export type ConnectSourceBody = z.output<typeof ConnectSourceBodySchema>;

export const CheckSourceBodySchema = z.object({ credentials: SourceCredentialsSchema });
export const CheckSourceAnswerSchema = z.object({
  shop: z.object({
    name: z.string(),
    currency: z.nullable(z.string()),
    warnings: z.array(openEnum(SOURCE_WARNINGS)),
  }),
});

export const UpdateSourceBodySchema = z.object({
  name: z.optional(
    z.string().check(z.trim(), z.minLength(1, 'Please enter a name.'), z.maxLength(100), visibleLine),
  ),
  settings: z.optional(z.partial(SettingsSchema)),
  paused: z.optional(z.boolean()),
  /** Of webhooks that the client set up at the store (Etsy). */
  webhookSecret: z.optional(WebhookSecretSchema),
  /** Replaces the credentials after the store accepted them. The kind cannot change. */
  credentials: z.optional(SourceCredentialsSchema),
});
export type UpdateSourceBody = z.output<typeof UpdateSourceBodySchema>;

/** How many refused reports of an order are sent again. */
export const RetryReportsAnswerSchema = z.object({ retried: z.number() });

/** The sentences of a refused connection. */
export const SOURCE_SENTENCES: Record<SourceErrorCode, string> = {
  credentials: 'The store did not accept these credentials. Please check them and try again.',
  permission:
    'The store accepted the credentials, but they do not allow Lading to read and update orders. Please add that permission in the store and try again.',
  not_found: 'There is no store at this address. Please check it.',
  not_a_shop: 'The site at this address is not the kind of store you chose. Please check the address.',
  address_blocked: 'This address is not allowed. Please use the public HTTPS address of your store.',
  unavailable: ERRORS.ORDER_SOURCE_UNREACHABLE.message,
  disconnected: 'The app was removed from the store. Please reconnect the store.',
};
