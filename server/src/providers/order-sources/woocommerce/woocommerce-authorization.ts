import * as z from 'zod/mini';
import { isSameSecret } from '../../../platform/ids.ts';
import {
  type AuthorizationAnswer,
  type AuthorizationFlow,
  type AuthorizationRequest,
  SourceRefusedError,
} from '../port.ts';
import { siteOf } from './woocommerce-client.ts';

const APP_NAME = 'Lading';

const KeySchema = z.object({
  user_id: z.union([z.string().check(z.minLength(1), z.maxLength(200)), z.number()]),
  consumer_key: z.string().check(z.regex(/^ck_\w{10,100}$/)),
  consumer_secret: z.string().check(z.regex(/^cs_\w{10,100}$/)),
});

/** The store makes a key for us, so no app is needed. Its server sends the key; the browser returns separately. */
export class WooCommerceAuthorization implements AuthorizationFlow {
  readonly hasOperatorApp = true;

  start({ address, state, redirectUrl }: AuthorizationRequest): string {
    const url = new URL(`${shopOf(address)}/wc-auth/v1/authorize`);
    const back = new URL(redirectUrl);
    back.searchParams.set('state', state);
    url.search = new URLSearchParams({
      app_name: APP_NAME,
      scope: 'read_write',
      user_id: state,
      return_url: back.href,
      callback_url: back.href,
    }).toString();
    return url.href;
  }

  /** A merchant who does not agree returns with `success=0`, and there is no key. */
  isComplete({ query, body }: AuthorizationAnswer): boolean {
    return body !== null || new Map(query).get('success') !== '1';
  }

  async finish({ address, state }: AuthorizationRequest, { query, body }: AuthorizationAnswer) {
    if (new Map(query).get('success') !== '1')
      throw new SourceRefusedError('permission', 'The merchant did not allow access.');
    const key = KeySchema.safeParse(body);
    if (!key.success || !isSameSecret(String(key.data.user_id), state))
      throw new SourceRefusedError('credentials', 'The store did not send a key for this request.');
    const { consumer_key: consumerKey, consumer_secret: consumerSecret } = key.data;
    return { address: shopOf(address), secrets: { consumerKey, consumerSecret } };
  }
}

/** The browser is sent there, so the address must be a web page. */
function shopOf(address: string): string {
  const site = siteOf(address);
  if (!/^https?:\/\/[^@]*$/.test(site))
    throw new SourceRefusedError('address_blocked', 'This is not the address of a web page.');
  return site;
}
