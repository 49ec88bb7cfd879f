import { createHash } from 'node:crypto';
import { type Clock, later } from '../../src/platform/clock.ts';
import { newSecret } from '../../src/platform/ids.ts';
import type { DoubleAnswer, DoubleRequest } from './double-server.ts';

interface Code {
  challenge: string;
  redirectUri: string;
}

export const ETSY_APP = { keystring: 'abcdefghijklmnopqrstuvwx', sharedSecret: 'sh4r3dS3cr' };
const TOKEN_SECONDS = 3_600;

/** Sign-in with PKCE, access tokens that expire, and refresh tokens that work once. */
export class EtsyDoubleOauth {
  readonly userId = 12345678;
  readonly #clock: Clock;
  readonly #codes = new Map<string, Code>();
  readonly #tokens = new Map<string, Date>();
  readonly #refreshTokens = new Set<string>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The seller has agreed. */
  connect({ query }: DoubleRequest): DoubleAnswer {
    if (query.get('client_id') !== ETSY_APP.keystring || query.get('code_challenge_method') !== 'S256')
      return { status: 400, body: '<html>This app cannot be connected</html>' };
    const code = newSecret();
    const redirectUri = query.get('redirect_uri') ?? '';
    this.#codes.set(code, { challenge: query.get('code_challenge') ?? '', redirectUri });
    const location = new URL(redirectUri);
    location.search = new URLSearchParams({ code, state: query.get('state') ?? '' }).toString();
    return { status: 302, headers: { location: location.href }, body: '' };
  }

  token({ body }: DoubleRequest): DoubleAnswer {
    const form = new URLSearchParams(body.toString());
    const isAllowed =
      form.get('client_id') === ETSY_APP.keystring &&
      (form.get('grant_type') === 'refresh_token' ? this.#takesRefresh(form) : this.#takesCode(form));
    if (!isAllowed)
      return { status: 400, body: { error: 'invalid_grant', error_description: 'Not accepted' } };
    const { accessToken, refreshToken } = this.issue();
    return {
      status: 200,
      body: {
        access_token: accessToken,
        token_type: 'Bearer',
        expires_in: TOKEN_SECONDS,
        refresh_token: refreshToken,
      },
    };
  }

  issue() {
    const accessToken = `${this.userId}.${newSecret()}`;
    const refreshToken = `${this.userId}.${newSecret()}`;
    this.#tokens.set(accessToken, later(this.#clock.now(), TOKEN_SECONDS * 1000));
    this.#refreshTokens.add(refreshToken);
    return { accessToken, refreshToken };
  }

  /** Revokes all tokens. */
  endTokens(): void {
    this.#tokens.clear();
  }

  refuse({ headers }: DoubleRequest): DoubleAnswer | null {
    const [keystring, sharedSecret] = String(headers['x-api-key'] ?? '').split(':');
    if (sharedSecret === undefined)
      return { status: 403, body: { error: 'Shared secret is required in x-api-key header.' } };
    if (keystring !== ETSY_APP.keystring || sharedSecret !== ETSY_APP.sharedSecret)
      return { status: 403, body: { error: 'API key not found, or incorrect shared secret for API key.' } };
    const end = this.#tokens.get(String(headers.authorization ?? '').replace(/^Bearer /, ''));
    return end && end > this.#clock.now()
      ? null
      : { status: 401, body: { error: 'invalid_token', error_description: 'access token is expired' } };
  }

  #takesRefresh(form: URLSearchParams): boolean {
    return this.#refreshTokens.delete(form.get('refresh_token') ?? '');
  }

  #takesCode(form: URLSearchParams): boolean {
    const text = form.get('code') ?? '';
    const code = this.#codes.get(text);
    this.#codes.delete(text);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    return code?.challenge === challenge && code.redirectUri === form.get('redirect_uri');
  }
}
