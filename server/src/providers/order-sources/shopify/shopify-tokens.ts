import { later } from '../../../platform/clock.ts';
import { NotSentError } from '../../../platform/outgoing/not-sent.ts';
import { type Connection, type SourceSecrets, SourceUnavailableError } from '../port.ts';
import { TokenSchema } from './shopify-answers.ts';
import type { ShopifyApp, ShopifyDeps } from './shopify-deps.ts';
import { credentialsRefused, shopMissing } from './shopify-errors.ts';
import { jsonOf, postJson, retryAfterOf } from './shopify-http.ts';

/** Long enough for the longest call and its waits. */
const RENEW_BEFORE_END_MS = 5 * 60_000;

/**
 * The access tokens of connections. There are three kinds of secrets:
 * `clientId` and `clientSecret` of the merchant's own app (client credentials; a token for a day),
 * `accessToken` and `refreshToken` of the operator's app (authorization code; a token for an hour), and a pasted
 * `accessToken` that does not expire, with an optional `clientSecret` that webhooks are signed with.
 */
export class ShopifyTokens {
  readonly #deps: ShopifyDeps;
  /** A connection keeps the secrets it was opened with. */
  readonly #renewed = new WeakMap<Connection, SourceSecrets>();

  constructor(deps: ShopifyDeps) {
    this.#deps = deps;
  }

  secretsOf(connection: Connection): SourceSecrets {
    return this.#renewed.get(connection) ?? connection.secrets;
  }

  async current(connection: Connection): Promise<string> {
    const { accessToken = '' } = this.secretsOf(connection);
    const left = this.#timeLeft(this.secretsOf(connection));
    if (accessToken !== '' && left > RENEW_BEFORE_END_MS) return accessToken;
    try {
      return await this.#renew(connection, accessToken);
    } catch (error) {
      const isAway = error instanceof SourceUnavailableError || error instanceof NotSentError;
      if (isAway && accessToken !== '' && left > 0) return accessToken;
      throw error;
    }
  }

  /** After the shop refused a token. Null if there is no way to get another one. */
  async replace(connection: Connection, refused: string): Promise<string | null> {
    return grantOf(this.secretsOf(connection), this.#deps.app) ? this.#renew(connection, refused) : null;
  }

  async #renew(connection: Connection, old: string): Promise<string> {
    const secrets = await connection.renew(async (current) => {
      // Another process was faster.
      const { accessToken = '' } = current;
      if (accessToken !== '' && accessToken !== old && this.#timeLeft(current) > 0) return current;
      const grant = grantOf(current, this.#deps.app);
      if (!grant) throw credentialsRefused();
      return { ...current, ...(await requestToken(this.#deps, connection.address, grant)) };
    });
    this.#renewed.set(connection, secrets);
    return secrets.accessToken ?? '';
  }

  #timeLeft({ accessTokenEndsAt }: SourceSecrets): number {
    if (accessTokenEndsAt === undefined) return Number.POSITIVE_INFINITY;
    return Date.parse(accessTokenEndsAt) - this.#deps.clock.now().getTime();
  }
}

function grantOf(secrets: SourceSecrets, app: ShopifyApp | null): Record<string, string> | null {
  const { clientId, clientSecret, refreshToken } = secrets;
  if (refreshToken !== undefined && app) return { ...grantFor(app), ...refresh(refreshToken) };
  if (clientId !== undefined && clientSecret !== undefined)
    return { ...grantFor({ clientId, clientSecret }), grant_type: 'client_credentials' };
  return null;
}

const refresh = (token: string) => ({ grant_type: 'refresh_token', refresh_token: token });

export const grantFor = ({ clientId, clientSecret }: ShopifyApp) => ({
  client_id: clientId,
  client_secret: clientSecret,
});

/** The secrets that a grant gives. */
export async function requestToken(
  deps: ShopifyDeps,
  address: string,
  grant: Record<string, string>,
): Promise<SourceSecrets> {
  const answer = await postJson(deps, address, { path: '/admin/oauth/access_token', body: grant });
  const now = deps.clock.now();
  if ([400, 401, 403].includes(answer.status)) throw credentialsRefused();
  if (answer.status === 404 || (answer.status >= 300 && answer.status < 400)) throw shopMissing();
  const token = TokenSchema.safeParse(answer.status === 200 ? jsonOf(answer) : undefined);
  if (!token.success)
    throw new SourceUnavailableError(
      `Shopify answered a request for an access token with status ${answer.status}.`,
      retryAfterOf(answer, now),
    );
  const { access_token, expires_in, refresh_token, refresh_token_expires_in } = token.data;
  const endOf = (seconds: number | null | undefined) => later(now, (seconds ?? 0) * 1000).toISOString();
  return {
    accessToken: access_token,
    ...(expires_in ? { accessTokenEndsAt: endOf(expires_in) } : {}),
    ...(refresh_token ? { refreshToken: refresh_token } : {}),
    ...(refresh_token_expires_in ? { refreshTokenEndsAt: endOf(refresh_token_expires_in) } : {}),
  };
}
