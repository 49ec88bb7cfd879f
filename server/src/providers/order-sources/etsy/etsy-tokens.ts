import { jsonOf, retryAfterMs } from '../../../platform/outgoing/http-answers.ts';
import type { HttpAnswer } from '../../../platform/outgoing/http-call.ts';
import { NotSentError } from '../../../platform/outgoing/not-sent.ts';
import { tokenSecretsOf } from '../../../platform/outgoing/oauth-tokens.ts';
import { SourceRefusedError, type SourceSecrets, SourceUnavailableError } from '../port.ts';
import { appOf, type EtsyDeps } from './etsy-deps.ts';

const WITHIN_MS = 20_000;
const MAX_BYTES = 64 * 1024;

export const signInAgain = (cause?: unknown) =>
  new SourceRefusedError('credentials', 'Etsy no longer accepts this connection. Sign in to Etsy again.', {
    cause,
  });

/** The refresh token works once; the answer has the next one. */
export async function refreshToken(deps: EtsyDeps, current: SourceSecrets): Promise<SourceSecrets> {
  if (current.refreshToken === undefined) throw signInAgain();
  return requestToken(deps, {
    grant_type: 'refresh_token',
    client_id: appOf(deps, current).keystring,
    refresh_token: current.refreshToken,
  });
}

export async function requestToken(deps: EtsyDeps, grant: Record<string, string>): Promise<SourceSecrets> {
  const answer = await post(deps, grant);
  if ([400, 401, 403].includes(answer.status)) throw signInAgain();
  const secrets = answer.status === 200 ? tokenSecretsOf(jsonOf(answer), deps.clock.now()) : null;
  if (secrets) return secrets;
  throw new SourceUnavailableError(
    `Etsy answered a request for an access token with status ${answer.status}.`,
    retryAfterMs(answer, deps.clock.now()),
  );
}

async function post({ call, origins }: EtsyDeps, grant: Record<string, string>): Promise<HttpAnswer> {
  try {
    return await call({
      method: 'POST',
      url: new URL('/v3/public/oauth/token', origins.api),
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(grant).toString(),
      withinMs: WITHIN_MS,
      mostBytes: MAX_BYTES,
    });
  } catch (cause) {
    const what = cause instanceof NotSentError ? 'cannot be reached' : 'did not answer';
    throw new SourceUnavailableError(`Etsy ${what}.`, null, { cause });
  }
}
