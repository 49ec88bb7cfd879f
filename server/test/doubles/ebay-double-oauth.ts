import { type Clock, later } from '../../src/platform/clock.ts';
import { newSecret } from '../../src/platform/ids.ts';
import type { DoubleAnswer, DoubleRequest } from './double-server.ts';

export const EBAY_APP = {
  clientId: 'Workshop-Lading-PRD-1234',
  clientSecret: 'PRD-abcdef123456',
  ruName: 'Workshop-Workshop-Lading-abcdefg',
};
const TOKEN_SECONDS = 7_200;
const REFRESH_SECONDS = 47_304_000;

export const ebayError = (status: number, errorId: number, message: string): DoubleAnswer => ({
  status,
  body: {
    errors: [{ errorId, domain: 'API_FULFILLMENT', category: 'REQUEST', message, longMessage: message }],
  },
});

/** Sign-in, access tokens that expire, and refresh tokens that stay valid. */
export class EbayDoubleOauth {
  readonly #clock: Clock;
  readonly #codes = new Set<string>();
  readonly #tokens = new Map<string, Date>();
  readonly #refreshTokens = new Set<string>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The seller has agreed. */
  authorize({ query }: DoubleRequest, acceptUrl: string): DoubleAnswer {
    const isKnown =
      query.get('client_id') === EBAY_APP.clientId && query.get('redirect_uri') === EBAY_APP.ruName;
    if (!isKnown) return { status: 400, body: '<html>unauthorized_client</html>' };
    // eBay's codes contain characters that need encoding.
    const code = `v^1.1#i^1#${newSecret()}==`;
    this.#codes.add(code);
    const location = new URL(acceptUrl);
    location.search = new URLSearchParams({
      code,
      state: query.get('state') ?? '',
      expires_in: '299',
    }).toString();
    return { status: 302, headers: { location: location.href }, body: '' };
  }

  token({ headers, body }: DoubleRequest): DoubleAnswer {
    const basic = Buffer.from(`${EBAY_APP.clientId}:${EBAY_APP.clientSecret}`).toString('base64');
    if (headers.authorization !== `Basic ${basic}`) return { status: 401, body: { error: 'invalid_client' } };
    const form = new URLSearchParams(body.toString());
    const grant = form.get('grant_type');
    if (grant === 'client_credentials') return this.#answer({ accessToken: this.#newToken() });
    const isAllowed =
      grant === 'refresh_token'
        ? this.#refreshTokens.has(form.get('refresh_token') ?? '')
        : form.get('redirect_uri') === EBAY_APP.ruName && this.#codes.delete(form.get('code') ?? '');
    if (!isAllowed)
      return { status: 400, body: { error: 'invalid_grant', error_description: 'Not accepted' } };
    return this.#answer(grant === 'refresh_token' ? { accessToken: this.#newToken() } : this.issue());
  }

  issue() {
    const refreshToken = `v^1.1#r^1#${newSecret()}`;
    this.#refreshTokens.add(refreshToken);
    return { accessToken: this.#newToken(), refreshToken };
  }

  /** Revokes all access tokens. */
  endTokens(): void {
    this.#tokens.clear();
  }

  refuse({ headers }: DoubleRequest): DoubleAnswer | null {
    const end = this.#tokens.get(String(headers.authorization ?? '').replace(/^Bearer /, ''));
    return end && end > this.#clock.now() ? null : ebayError(401, 1001, 'Invalid access token');
  }

  #newToken(): string {
    const token = `v^1.1#a^1#${newSecret()}`;
    this.#tokens.set(token, later(this.#clock.now(), TOKEN_SECONDS * 1000));
    return token;
  }

  #answer({ accessToken, refreshToken }: { accessToken: string; refreshToken?: string }): DoubleAnswer {
    return {
      status: 200,
      body: {
        access_token: accessToken,
        expires_in: TOKEN_SECONDS,
        token_type: 'User Access Token',
        ...(refreshToken ? { refresh_token: refreshToken, refresh_token_expires_in: REFRESH_SECONDS } : {}),
      },
    };
  }
}
