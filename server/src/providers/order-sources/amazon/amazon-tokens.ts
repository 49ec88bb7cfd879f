import { jsonOf, retryAfterMs } from '../../../platform/outgoing/http-answers.ts';
import type { HttpAnswer } from '../../../platform/outgoing/http-call.ts';
import { NotSentError } from '../../../platform/outgoing/not-sent.ts';
import { tokenSecretsOf } from '../../../platform/outgoing/oauth-tokens.ts';
import { SourceRefusedError, type SourceSecrets, SourceUnavailableError } from '../port.ts';
import { TokenErrorSchema } from './amazon-answers.ts';
import type { AmazonDeps } from './amazon-deps.ts';

const MAX_BYTES = 64 * 1024;

/** Secrets are `clientId`, `clientSecret` and `refreshToken` of the seller's own app. An access token lasts an hour. */
export async function refreshToken(deps: AmazonDeps, current: SourceSecrets): Promise<SourceSecrets> {
  const { clientId = '', clientSecret = '', refreshToken: token = '' } = current;
  const answer = await post(deps, {
    grant_type: 'refresh_token',
    refresh_token: token,
    client_id: clientId,
    client_secret: clientSecret,
  });
  const json = jsonOf(answer);
  if ([400, 401, 403].includes(answer.status) && TokenErrorSchema.safeParse(json).success)
    throw new SourceRefusedError(
      'credentials',
      'Amazon does not accept the client ID, the client secret or the refresh token.',
    );
  const secrets = answer.status === 200 ? tokenSecretsOf(json, deps.clock.now()) : null;
  if (secrets) return secrets;
  throw new SourceUnavailableError(
    `Amazon answered a request for an access token with status ${answer.status}.`,
    retryAfterMs(answer, deps.clock.now()),
  );
}

async function post(
  { call, tokenOrigin, waits }: AmazonDeps,
  form: Record<string, string>,
): Promise<HttpAnswer> {
  try {
    return await call({
      method: 'POST',
      url: new URL('/auth/o2/token', tokenOrigin),
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
      withinMs: waits.answerMs,
      mostBytes: MAX_BYTES,
    });
  } catch (cause) {
    if (cause instanceof NotSentError) throw cause;
    throw new SourceUnavailableError('Amazon did not answer a request for an access token.', null, { cause });
  }
}
