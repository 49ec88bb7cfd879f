import { later } from '../../../platform/clock.ts';
import type { HttpAnswer } from '../../../platform/outgoing/http-call.ts';
import { NotSentError } from '../../../platform/outgoing/not-sent.ts';
import { type Connection, SourceRefusedError, type SourceSecrets, SourceUnavailableError } from '../port.ts';
import { TokenErrorSchema, TokenSchema } from './amazon-answers.ts';
import type { AmazonDeps } from './amazon-deps.ts';
import { jsonOf } from './amazon-json.ts';

/** Long enough for the longest call and its waits. */
const RENEW_BEFORE_END_MS = 2 * 60_000;
const MAX_BYTES = 64 * 1024;

/**
 * The access tokens of connections. Secrets are `clientId`, `clientSecret` and `refreshToken` of the seller's own app; an
 * access token lasts an hour.
 */
export class AmazonTokens {
  readonly #deps: AmazonDeps;
  /** A connection keeps the secrets it was opened with. */
  readonly #renewed = new WeakMap<Connection, SourceSecrets>();

  constructor(deps: AmazonDeps) {
    this.#deps = deps;
  }

  secretsOf(connection: Connection): SourceSecrets {
    return this.#renewed.get(connection) ?? connection.secrets;
  }

  async current(connection: Connection): Promise<string> {
    const secrets = this.secretsOf(connection);
    const { accessToken = '' } = secrets;
    if (accessToken !== '' && this.#timeLeft(secrets) > RENEW_BEFORE_END_MS) return accessToken;
    return this.replace(connection, accessToken);
  }

  /** Gets a token other than the old one. */
  async replace(connection: Connection, old: string): Promise<string> {
    const secrets = await connection.renew(async (current) => {
      const { accessToken = '' } = current;
      // Another process was faster.
      if (accessToken !== '' && accessToken !== old && this.#timeLeft(current) > 0) return current;
      return { ...current, ...(await this.#request(current)) };
    });
    this.#renewed.set(connection, secrets);
    return secrets.accessToken ?? '';
  }

  #timeLeft({ accessTokenEndsAt = '' }: SourceSecrets): number {
    return (Date.parse(accessTokenEndsAt) || 0) - this.#deps.clock.now().getTime();
  }

  async #request({ clientId = '', clientSecret = '', refreshToken = '' }: SourceSecrets) {
    const { clock } = this.#deps;
    const answer = await this.#post({
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: clientId,
      client_secret: clientSecret,
    });
    const refusal = TokenErrorSchema.safeParse(jsonOf(answer));
    if ([400, 401, 403].includes(answer.status) && refusal.success)
      throw new SourceRefusedError(
        'credentials',
        'Amazon does not accept the client ID, the client secret or the refresh token.',
      );
    const token = TokenSchema.safeParse(answer.status === 200 ? jsonOf(answer) : undefined);
    if (!token.success)
      throw new SourceUnavailableError(
        `Amazon answered a request for an access token with status ${answer.status}.`,
      );
    return {
      accessToken: token.data.access_token,
      accessTokenEndsAt: later(clock.now(), token.data.expires_in * 1000).toISOString(),
      ...(token.data.refresh_token ? { refreshToken: token.data.refresh_token } : {}),
    };
  }

  /** A token can be requested again, so every failure counts as a failure before the call. */
  async #post(form: Record<string, string>): Promise<HttpAnswer> {
    const { call, tokenOrigin, waits } = this.#deps;
    try {
      return await call({
        method: 'POST',
        url: new URL('/auth/o2/token', tokenOrigin),
        headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(form).toString(),
        withinMs: waits.answerMs,
        mostBytes: MAX_BYTES,
      });
    } catch (error) {
      if (error instanceof NotSentError || error instanceof SourceRefusedError) throw error;
      throw new SourceUnavailableError('Amazon did not answer a request for an access token.', null, {
        cause: error,
      });
    }
  }
}
