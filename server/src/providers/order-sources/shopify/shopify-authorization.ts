import { createHmac } from 'node:crypto';
import type { SourceSecrets } from '../port.ts';
import type { ShopifyApp, ShopifyDeps } from './shopify-deps.ts';
import { shopDomainOf } from './shopify-domain.ts';
import { notAShop } from './shopify-errors.ts';
import { isSame } from './shopify-signatures.ts';
import { grantFor, requestToken } from './shopify-tokens.ts';

/** What we ask shops for. A write scope includes reading. */
const SCOPES = [
  'read_orders',
  'write_merchant_managed_fulfillment_orders',
  'read_products',
  'read_inventory',
  'read_locations',
] as const;

const MAX_CALLBACK_AGE_MS = 90_000;

type Callback =
  | { ok: true; shop: string; code: string }
  | { ok: false; reason: 'signature' | 'state' | 'too_old' | 'not_a_shop' | 'no_code' };

interface AuthorizeRequest {
  shop: string;
  redirectUri: string;
  /** Random. The callback must bring it back in the browser that has it in a cookie. */
  state: string;
}

/** How a shop installs the operator's app. */
export class ShopifyAuthorization {
  readonly #deps: ShopifyDeps;
  readonly #app: ShopifyApp;

  constructor(deps: ShopifyDeps, app: ShopifyApp) {
    this.#deps = deps;
    this.#app = app;
  }

  /** The page of the shop that asks the merchant. Throws SourceRefusedError if it is not a Shopify store. */
  url({ shop, redirectUri, state }: AuthorizeRequest): URL {
    const domain = shopDomainOf(shop);
    if (!domain) throw notAShop();
    const url = new URL('/admin/oauth/authorize', this.#deps.origin(domain));
    url.search = new URLSearchParams({
      client_id: this.#app.clientId,
      scope: SCOPES.join(','),
      redirect_uri: redirectUri,
      state,
    }).toString();
    return url;
  }

  /** Checks what the shop sent the browser back with. */
  readCallback(query: URLSearchParams, state: string): Callback {
    if (!isSame(query.get('hmac') ?? '', callbackSignature(query, this.#app.clientSecret)))
      return { ok: false, reason: 'signature' };
    if (state === '' || !isSame(query.get('state') ?? '', state)) return { ok: false, reason: 'state' };
    const sentAt = Number(query.get('timestamp') ?? Number.NaN) * 1000;
    if (!(Math.abs(this.#deps.clock.now().getTime() - sentAt) <= MAX_CALLBACK_AGE_MS))
      return { ok: false, reason: 'too_old' };
    const shop = shopDomainOf(query.get('shop') ?? '');
    if (!shop) return { ok: false, reason: 'not_a_shop' };
    const code = query.get('code') ?? '';
    return code === '' ? { ok: false, reason: 'no_code' } : { ok: true, shop, code };
  }

  /** The first secrets of the shop. A code works once. */
  exchangeCode({ shop, code }: { shop: string; code: string }): Promise<SourceSecrets> {
    return requestToken(this.#deps, shop, { ...grantFor(this.#app), code, expiring: '1' });
  }
}

function callbackSignature(query: URLSearchParams, secret: string): string {
  const signed = [...query]
    .filter(([key]) => key !== 'hmac' && key !== 'signature')
    .sort(([a], [b]) => (a < b ? -1 : Number(a > b)))
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
    .join('&');
  return createHmac('sha256', secret).update(signed).digest('hex');
}
