import { jsonOf, retryAfterMs } from '../../../platform/outgoing/http-answers.ts';
import type { HttpAnswer } from '../../../platform/outgoing/http-call.ts';
import { NotSentError } from '../../../platform/outgoing/not-sent.ts';
import { tokenSecretsOf } from '../../../platform/outgoing/oauth-tokens.ts';
import { SourceRefusedError, type SourceSecrets, SourceUnavailableError } from '../port.ts';
import { appOf, type EbayApp, type EbayDeps } from './ebay-deps.ts';

const WITHIN_MS = 20_000;
const MAX_BYTES = 64 * 1024;

export const signInAgain = () =>
  new SourceRefusedError('credentials', 'eBay no longer accepts this connection. Sign in to eBay again.');

/** The refresh token stays the same for 18 months. */
export async function refreshToken(deps: EbayDeps, current: SourceSecrets): Promise<SourceSecrets> {
  if (current.refreshToken === undefined) throw signInAgain();
  const grant = { grant_type: 'refresh_token', refresh_token: current.refreshToken };
  return requestToken(deps, appOf(deps, current), grant);
}

export async function requestToken(
  deps: EbayDeps,
  app: EbayApp,
  grant: Record<string, string>,
): Promise<SourceSecrets> {
  const answer = await post(deps, app, grant);
  if ([400, 401, 403].includes(answer.status)) throw signInAgain();
  const secrets = answer.status === 200 ? tokenSecretsOf(jsonOf(answer), deps.clock.now()) : null;
  if (secrets) return secrets;
  throw new SourceUnavailableError(
    `eBay answered a request for an access token with status ${answer.status}.`,
    retryAfterMs(answer, deps.clock.now()),
  );
}

async function post(
  { call, origins }: EbayDeps,
  { clientId, clientSecret }: EbayApp,
  grant: Record<string, string>,
): Promise<HttpAnswer> {
  try {
    return await call({
      method: 'POST',
      url: new URL('/identity/v1/oauth2/token', origins.api),
      headers: {
        accept: 'application/json',
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(grant).toString(),
      withinMs: WITHIN_MS,
      mostBytes: MAX_BYTES,
    });
  } catch (cause) {
    const what = cause instanceof NotSentError ? 'cannot be reached' : 'did not answer';
    throw new SourceUnavailableError(`eBay ${what}.`, null, { cause });
  }
}
