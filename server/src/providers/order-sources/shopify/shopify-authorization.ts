import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../../platform/ids.ts';
import {
  type AuthorizationAnswer,
  type AuthorizationFlow,
  type AuthorizationRequest,
  SourceRefusedError,
} from '../port.ts';
import type { ShopifyApp, ShopifyDeps } from './shopify-deps.ts';
import { shopDomainOf } from './shopify-domain.ts';
import { notAShop } from './shopify-errors.ts';
import { grantFor, requestToken } from './shopify-tokens.ts';

/** What we ask stores for. A write scope includes reading. */
const SCOPES = [
  'read_orders',
  'write_merchant_managed_fulfillment_orders',
  'read_products',
  'read_inventory',
  'read_locations',
] as const;

const MAX_CALLBACK_AGE_MS = 90_000;

/** How a store installs the operator's app. */
export class ShopifyAuthorization implements AuthorizationFlow {
  readonly hasOperatorApp = true;
  readonly #deps: ShopifyDeps;
  readonly #app: ShopifyApp;

  constructor(deps: ShopifyDeps, app: ShopifyApp) {
    this.#deps = deps;
    this.#app = app;
  }

  start({ address, redirectUrl, state }: AuthorizationRequest): string {
    const url = new URL('/admin/oauth/authorize', this.#deps.origin(domainOf(address)));
    url.search = new URLSearchParams({
      client_id: this.#app.clientId,
      scope: SCOPES.join(','),
      redirect_uri: redirectUrl,
      state,
    }).toString();
    return url.href;
  }

  async finish(request: AuthorizationRequest, { query }: AuthorizationAnswer) {
    const address = domainOf(request.address);
    const answer = new Map(query);
    const isRight = (name: string, expected: string) =>
      expected !== '' && isSameSecret(answer.get(name) ?? '', expected);
    if (!isRight('hmac', signatureOf(query, this.#app.clientSecret))) throw forged('signature');
    if (!isRight('state', request.state)) throw forged('state');
    const sentAt = Number(answer.get('timestamp') ?? Number.NaN) * 1000;
    if (!(Math.abs(this.#deps.clock.now().getTime() - sentAt) <= MAX_CALLBACK_AGE_MS)) throw forged('time');
    if (shopDomainOf(answer.get('shop') ?? '') !== address) throw forged('store');
    const code = answer.get('code') ?? '';
    if (code === '') throw new SourceRefusedError('permission', 'The merchant did not install the app.');
    // A code works once.
    return {
      address,
      secrets: await requestToken(this.#deps, address, { ...grantFor(this.#app), code, expiring: '1' }),
    };
  }
}

function domainOf(address: string): string {
  const domain = shopDomainOf(address);
  if (!domain) throw notAShop();
  return domain;
}

const forged = (part: string) =>
  new SourceRefusedError('credentials', `The ${part} in Shopify’s answer is wrong.`);

function signatureOf(query: AuthorizationAnswer['query'], secret: string): string {
  const signed = query
    .filter(([key]) => key !== 'hmac' && key !== 'signature')
    .toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
    .join('&');
  return createHmac('sha256', secret).update(signed).digest('hex');
}
