import * as z from 'zod/mini';
import { openEnum } from '../open-enum.ts';
import { storable, visibleLine } from '../storable-text.ts';
import { uuid } from '../uuid.ts';

/** Shops at whose site clients can sign in instead of copying credentials. */
const AUTHORIZED_KINDS = ['shopify', 'woocommerce', 'etsy', 'ebay'] as const;
export type AuthorizedKind = (typeof AUTHORIZED_KINDS)[number];

/** A kind of store that this installation offers it for. Without an app of the operator, clients enter their own app's credentials. */
export const AuthorizationOfferSchema = z.object({
  kind: openEnum(AUTHORIZED_KINDS),
  hasOperatorApp: z.boolean(),
});
export type AuthorizationOffer = z.infer<typeof AuthorizationOfferSchema>;

const text = (message: string, max: number) =>
  z.string(message).check(z.trim(), z.minLength(1, message), z.maxLength(max), storable);

const WEBHOOK_SECRET = 'Please enter the signing secret, which starts with whsec_.';

/** The key of Standard Webhooks: base64 with a prefix. */
export const WebhookSecretSchema = z
  .string(WEBHOOK_SECRET)
  .check(
    z.trim(),
    z.maxLength(200),
    z.regex(/^whsec_(?:[A-Za-z\d+/]{4})+(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/, WEBHOOK_SECRET),
  );

/** Where to sign in. `app` is the client's own, if the operator has none. */
const StoreToAuthorizeSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('shopify'),
    address: text('Please enter your store’s address, such as example.myshopify.com.', 500).check(
      visibleLine,
    ),
  }),
  z.object({
    kind: z.literal('woocommerce'),
    address: text('Please enter your store’s address, such as https://shop.example.com.', 500).check(
      visibleLine,
    ),
  }),
  z.object({
    kind: z.literal('etsy'),
    app: z.optional(
      z.object({
        keystring: text('Please enter the keystring.', 200),
        sharedSecret: text('Please enter the shared secret.', 200),
        /** Of webhooks that were set up in Etsy's portal. Without it, changes are found every few minutes. */
        webhookSecret: z.optional(WebhookSecretSchema),
      }),
    ),
  }),
  z.object({
    kind: z.literal('ebay'),
    app: z.optional(
      z.object({
        clientId: text('Please enter the client ID.', 200),
        clientSecret: text('Please enter the client secret.', 200),
        ruName: text('Please enter the RuName.', 200),
      }),
    ),
  }),
]);
export type StoreToAuthorize = z.output<typeof StoreToAuthorizeSchema>;

export const AuthorizeSourceBodySchema = z.object({
  store: StoreToAuthorizeSchema,
  /** Empty: the store's own name. */
  name: z._default(z.string().check(z.trim(), z.maxLength(100), visibleLine), ''),
  /** The store to reconnect; without it, a new store is connected. */
  sourceId: z.optional(uuid()),
});
export type AuthorizeSourceBody = z.output<typeof AuthorizeSourceBodySchema>;

/** Where the browser continues. */
export const AuthorizeSourceAnswerSchema = z.object({ url: z.string() });

/**
 * Why no store was connected. `expired`: the sign-in is too old, was used already, or was started in another browser. The
 * others are those of a refused connection.
 */
const AUTHORIZATION_REFUSALS = [
  'expired',
  'exists',
  'differs',
  'limit',
  'credentials',
  'permission',
  'not_found',
  'not_a_shop',
  'address_blocked',
  'unavailable',
] as const;
export type AuthorizationRefusal = (typeof AUTHORIZATION_REFUSALS)[number];

export const AuthorizationAnswerSchema = z.object({
  /** `waiting`: the store has not sent its key yet. */
  state: openEnum(['waiting', 'connected', 'refused']),
  sourceId: z.nullable(z.string()),
  refusal: z.nullable(openEnum(AUTHORIZATION_REFUSALS)),
});
