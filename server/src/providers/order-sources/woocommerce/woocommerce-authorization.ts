import * as z from 'zod/mini';
import type { SourceSecrets } from '../port.ts';
import { siteOf } from './woocommerce-client.ts';

interface AuthorizationRequest {
  /** The shop's address. */
  address: string;
  appName: string;
  /** One-time and unguessable: the only link between the key that arrives and the client. */
  state: string;
  /** Where the browser goes afterwards. */
  returnUrl: string;
  /** Where the shop sends the key; WooCommerce accepts only https. */
  callbackUrl: string;
}

/** The page of the shop on which the merchant allows Lading to use it. */
export function wooCommerceAuthorizeUrl(request: AuthorizationRequest): string {
  const url = new URL(`${siteOf(request.address)}/wc-auth/v1/authorize`);
  url.search = new URLSearchParams({
    app_name: request.appName,
    scope: 'read_write',
    user_id: request.state,
    return_url: request.returnUrl,
    callback_url: request.callbackUrl,
  }).toString();
  return url.href;
}

const KeySchema = z.object({
  user_id: z.union([z.string().check(z.minLength(1), z.maxLength(200)), z.number()]),
  consumer_key: z.string().check(z.regex(/^ck_\w{10,100}$/)),
  consumer_secret: z.string().check(z.regex(/^cs_\w{10,100}$/)),
  key_permissions: z.string(),
});

/** The key that the shop sends after the merchant agreed; null if it is none. */
export function readWooCommerceKey(
  body: unknown,
): { state: string; secrets: SourceSecrets; isReadOnly: boolean } | null {
  const parsed = KeySchema.safeParse(body);
  if (!parsed.success) return null;
  const { user_id, consumer_key, consumer_secret, key_permissions } = parsed.data;
  return {
    state: String(user_id),
    secrets: { consumerKey: consumer_key, consumerSecret: consumer_secret },
    isReadOnly: key_permissions !== 'read_write',
  };
}
