import { jsonOf, retryAfterMs } from '../../../platform/outgoing/http-answers.ts';
import { OAuthTokens, tokenSecretsOf } from '../../../platform/outgoing/oauth-tokens.ts';
import { type Connection, type SourceSecrets, SourceUnavailableError } from '../port.ts';
import type { ShopifyApp, ShopifyDeps } from './shopify-deps.ts';
import { credentialsRefused, shopMissing } from './shopify-errors.ts';
import { postJson } from './shopify-http.ts';

/**
 * The access tokens of connections. There are three kinds of secrets:
 * `clientId` and `clientSecret` of the merchant's own app (client credentials; a token for a day),
 * `accessToken` and `refreshToken` of the operator's app (authorization code; a token for an hour), and a pasted
 * `accessToken` that does not expire, with an optional `clientSecret` that webhooks are signed with.
 */
export const shopifyTokens = (deps: ShopifyDeps): OAuthTokens<Connection> =>
  new OAuthTokens(deps.clock, (current, { address }) => {
    const grant = grantOf(current, deps.app);
    if (!grant) throw credentialsRefused();
    return requestToken(deps, address, grant);
  });

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

/** The secrets that a grant returns. */
export async function requestToken(
  deps: ShopifyDeps,
  address: string,
  grant: Record<string, string>,
): Promise<SourceSecrets> {
  const answer = await postJson(deps, address, { path: '/admin/oauth/access_token', body: grant });
  const now = deps.clock.now();
  if ([400, 401, 403].includes(answer.status)) throw credentialsRefused();
  if (answer.status === 404 || (answer.status >= 300 && answer.status < 400)) throw shopMissing();
  const secrets = answer.status === 200 ? tokenSecretsOf(jsonOf(answer), now) : null;
  if (secrets) return secrets;
  throw new SourceUnavailableError(
    `Shopify answered a request for an access token with status ${answer.status}.`,
    retryAfterMs(answer, now),
  );
}
