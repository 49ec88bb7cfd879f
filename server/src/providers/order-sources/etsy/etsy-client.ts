import type * as z from 'zod/mini';
import { jsonOf, retryAfterMs } from '../../../platform/outgoing/http-answers.ts';
import type { HttpAnswer, HttpCall } from '../../../platform/outgoing/http-call.ts';
import { NotSentError } from '../../../platform/outgoing/not-sent.ts';
import { OAuthTokens } from '../../../platform/outgoing/oauth-tokens.ts';
import { callPatiently } from '../../../platform/outgoing/patient-call.ts';
import { asUnavailable, beforeWriting, nothingDone } from '../nothing-done.ts';
import { parseAs } from '../parse-as.ts';
import { type Connection, SourceRefusedError, SourceUnavailableError } from '../port.ts';
import { ErrorSchema } from './etsy-answers.ts';
import { appOf, type EtsyDeps } from './etsy-deps.ts';
import { refreshToken, signInAgain } from './etsy-tokens.ts';

interface EtsyCall {
  method: HttpCall['method'];
  /** Below `/v3/application`. */
  path: string;
  query?: Record<string, string>;
  body?: object;
}

/** An answer of the API. `message` is Etsy's sentence about a refusal (status 4xx). */
interface EtsyAnswer {
  status: number;
  json: unknown;
  message: string;
}

const WITHIN_MS = 30_000;
const MAX_BYTES = 10 * 1024 * 1024;
const MAX_MESSAGE = 300;
/** The daily quota is a sliding window, so some calls are available again after a while. */
const QUOTA_WAIT_MS = 3_600_000;
/** Etsy has no error codes. A wrong key and a missing permission have the same status and differ only in the message. */
const ABOUT_THE_KEY = /api key|shared secret/i;

export class EtsyClient {
  readonly tokens: OAuthTokens;
  readonly #deps: EtsyDeps;

  constructor(deps: EtsyDeps) {
    this.#deps = deps;
    this.tokens = new OAuthTokens(deps.clock, (current) => refreshToken(deps, current));
  }

  /** Null if Etsy does not have it. Any failure is a SourceUnavailableError or a SourceRefusedError. */
  async read<T extends z.ZodMiniType>(
    connection: Connection,
    schema: T,
    path: string,
    query: Record<string, string> = {},
  ): Promise<z.output<T> | null> {
    const answer = await asUnavailable(this.#send(connection, { method: 'GET', path, query }));
    return answer.status === 404 ? null : parseAnswer(schema, path, answer);
  }

  /** NotSentError means that nothing happened; after SourceUnavailableError the outcome is unknown. */
  write(connection: Connection, path: string, body: object): Promise<EtsyAnswer> {
    return this.#send(connection, { method: 'POST', path, body });
  }

  /** A refused token did nothing, so the call may be repeated with a new one. */
  async #send(connection: Connection, call: EtsyCall): Promise<EtsyAnswer> {
    const token = await beforeWriting(this.tokens.current(connection));
    const first = await this.#sendWith(connection, call, token);
    if (first.status !== 401) return first;
    const other = await beforeWriting(this.tokens.replace(connection, token));
    const second = await this.#sendWith(connection, call, other);
    if (second.status === 401) throw signInAgain();
    return second;
  }

  async #sendWith(connection: Connection, call: EtsyCall, token: string): Promise<EtsyAnswer> {
    const { call: callOut, waits, clock } = this.#deps;
    const request = this.#request(connection, call, token);
    const waitOf = (answer: HttpAnswer) =>
      answer.status === 429 ? (waitAfter(answer, clock.now()) ?? waits.unknownMs) : null;
    try {
      const answer = await callPatiently(() => callOut(request), { mostMs: waits.mostMs, waitOf });
      return readAnswer(answer, clock.now());
    } catch (cause) {
      if (cause instanceof NotSentError || cause instanceof SourceUnavailableError) throw cause;
      if (cause instanceof SourceRefusedError) throw cause;
      throw new SourceUnavailableError('Etsy did not answer.', null, { cause });
    }
  }

  #request(connection: Connection, { method, path, query = {}, body }: EtsyCall, token: string): HttpCall {
    const { keystring, sharedSecret } = appOf(this.#deps, this.tokens.secretsOf(connection));
    const url = new URL(`/v3/application${path}`, this.#deps.origins.api);
    url.search = new URLSearchParams(query).toString();
    return {
      method,
      url,
      headers: {
        accept: 'application/json',
        'x-api-key': `${keystring}:${sharedSecret}`,
        authorization: `Bearer ${token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      withinMs: WITHIN_MS,
      mostBytes: MAX_BYTES,
    };
  }
}

function waitAfter(answer: HttpAnswer, now: Date): number | null {
  const isQuotaUsed = answer.headers.get('x-remaining-today') === '0';
  return retryAfterMs(answer, now) ?? (isQuotaUsed ? QUOTA_WAIT_MS : null);
}

function readAnswer(answer: HttpAnswer, now: Date): EtsyAnswer {
  const { status } = answer;
  if (status === 429)
    throw nothingDone(new SourceUnavailableError('Etsy is limiting requests.', waitAfter(answer, now)));
  const isBusy = status === 408 || status >= 500;
  const json = jsonOf(answer);
  if (isBusy || json === undefined || (status >= 300 && status < 400))
    throw new SourceUnavailableError(
      `Etsy answered with status ${status}${json === undefined ? ', but not with JSON' : ''}.`,
      isBusy ? waitAfter(answer, now) : null,
    );
  const error = ErrorSchema.safeParse(json);
  const message = status >= 400 && error.success ? error.data.error.slice(0, MAX_MESSAGE) : '';
  if (status === 403)
    throw ABOUT_THE_KEY.test(message)
      ? new SourceRefusedError(
          'credentials',
          'Etsy does not accept the keystring or the shared secret of the app.',
        )
      : new SourceRefusedError(
          'permission',
          `The app does not have the Etsy permissions it needs. ${message}`.trim(),
        );
  return { status, json, message };
}

/** Throws unless the answer is a success of the expected format. */
export function parseAnswer<T extends z.ZodMiniType>(
  schema: T,
  path: string,
  answer: EtsyAnswer,
): z.output<T> {
  const what = path.replaceAll(/\d+/g, '*');
  if (answer.status >= 400)
    throw new SourceUnavailableError(`Etsy refused ${what} with status ${answer.status}: ${answer.message}`);
  return parseAs(schema, answer.json, `Etsy answered ${what}`);
}
