import { createHmac, randomBytes } from 'node:crypto';
import type { DoubleAnswer, DoubleRequest } from '../double-server.ts';
import type { ShopifyDoubleContext } from './shopify-double-context.ts';

const INVALID = { status: 400, body: { error: 'invalid_request' } };

/** Tokens and grants. */
export class ShopifyOAuth {
  readonly #context: ShopifyDoubleContext;
  /** Access tokens with their expiration times. */
  readonly #tokens = new Map<string, number>();
  readonly #codes = new Set<string>();
  /** Refresh tokens with their predecessor, which works until they are used. */
  readonly #refreshTokens = new Map<string, string | null>();

  constructor(context: ShopifyDoubleContext) {
    this.#context = context;
  }

  accepts(token: string): boolean {
    if (token === this.#context.behavior.pastedToken) return true;
    return (this.#tokens.get(token) ?? 0) > Date.now();
  }

  /** Revokes all tokens that grants issued. */
  endTokens(): void {
    this.#tokens.clear();
  }

  /** The parameters with which the merchant's consent sends the browser back. */
  authorize({ query }: DoubleRequest): DoubleAnswer {
    const { app, shop } = this.#context.behavior;
    if (query.get('client_id') !== app.clientId) return INVALID;
    const code = randomBytes(16).toString('hex');
    this.#codes.add(code);
    const parts = {
      code,
      host: Buffer.from(`admin.shopify.com/store/${shop.domain.split('.')[0]}`).toString('base64url'),
      shop: shop.domain,
      state: query.get('state') ?? '',
      timestamp: String(Math.floor(Date.now() / 1000)),
    };
    const signed = Object.entries(parts)
      .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
      .join('&');
    const hmac = createHmac('sha256', app.clientSecret).update(signed).digest('hex');
    const location = new URL(query.get('redirect_uri') ?? '');
    location.search = new URLSearchParams({ ...parts, hmac }).toString();
    return { status: 302, headers: { location: location.href }, body: '' };
  }

  token({ body }: DoubleRequest): DoubleAnswer {
    const { app } = this.#context.behavior;
    const fields = JSON.parse(body.toString()) as Record<string, string>;
    if (fields.client_id !== app.clientId || fields.client_secret !== app.clientSecret)
      return { status: 401, body: { error: 'invalid_client' } };
    if (fields.grant_type === 'client_credentials') return this.#issue({});
    if (fields.grant_type === 'refresh_token') return this.#refresh(fields.refresh_token ?? '');
    if (!this.#codes.delete(fields.code ?? '') || fields.expiring !== '1') return INVALID;
    return this.#issue(this.#newRefreshToken(null));
  }

  #refresh(old: string): DoubleAnswer {
    if (!this.#refreshTokens.has(old)) return { status: 400, body: { error: 'invalid_grant' } };
    const predecessor = this.#refreshTokens.get(old);
    if (predecessor) this.#refreshTokens.delete(predecessor);
    return this.#issue(this.#newRefreshToken(old));
  }

  #newRefreshToken(predecessor: string | null) {
    const token = `shprt_${randomBytes(16).toString('hex')}`;
    this.#refreshTokens.set(token, predecessor);
    return { refresh_token: token, refresh_token_expires_in: 7_776_000 };
  }

  #issue(more: object): DoubleAnswer {
    const { tokenLifetime, scopes } = this.#context.behavior;
    const token = `shpca_${randomBytes(16).toString('hex')}`;
    this.#tokens.set(token, Date.now() + tokenLifetime * 1000);
    this.#context.server.note('token', {});
    return {
      status: 200,
      body: { access_token: token, scope: scopes.join(','), expires_in: tokenLifetime, ...more },
    };
  }
}
