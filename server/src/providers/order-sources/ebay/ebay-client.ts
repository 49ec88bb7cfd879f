import type * as z from 'zod/mini';
import { jsonOf, retryAfterMs } from '../../../platform/outgoing/http-answers.ts';
import type { HttpAnswer, HttpCall } from '../../../platform/outgoing/http-call.ts';
import { NotSentError } from '../../../platform/outgoing/not-sent.ts';
import { OAuthTokens } from '../../../platform/outgoing/oauth-tokens.ts';
import { callPatiently } from '../../../platform/outgoing/patient-call.ts';
import { asUnavailable, beforeWriting, nothingDone } from '../nothing-done.ts';
import { parseAs } from '../parse-as.ts';
import { type Connection, SourceRefusedError, SourceUnavailableError } from '../port.ts';
import { ErrorsSchema } from './ebay-answers.ts';
import type { EbayDeps } from './ebay-deps.ts';
import { refreshToken, signInAgain } from './ebay-tokens.ts';

interface EbayCall {
  method: HttpCall['method'];
  url: URL;
  body?: object;
}

/** An answer of the API. `errorId` and `message` are those of a refusal (status 4xx). */
interface EbayAnswer {
  status: number;
  headers: Headers;
  json: unknown;
  errorId: number | null;
  message: string;
}

const WITHIN_MS = 30_000;
const MAX_BYTES = 10 * 1024 * 1024;
const MAX_MESSAGE = 300;
/** The order does not exist. eBay answers with 400 or 404. */
export const UNKNOWN_ORDER = 32_100;

export class EbayClient {
  readonly tokens: OAuthTokens;
  readonly #deps: EbayDeps;

  constructor(deps: EbayDeps) {
    this.#deps = deps;
    this.tokens = new OAuthTokens(deps.clock, (current) => refreshToken(deps, current));
  }

  /** Null if eBay does not have it. Any failure is a SourceUnavailableError or a SourceRefusedError. */
  async read<T extends z.ZodMiniType>(
    connection: Connection,
    schema: T,
    url: URL,
  ): Promise<z.output<T> | null> {
    const answer = await asUnavailable(this.#send(connection, { method: 'GET', url }));
    const isMissing = answer.status === 404 || answer.errorId === UNKNOWN_ORDER;
    return isMissing ? null : parseAnswer(schema, url, answer);
  }

  /** NotSentError means that nothing happened; after SourceUnavailableError the outcome is unknown. */
  write(connection: Connection, url: URL, body: object): Promise<EbayAnswer> {
    return this.#send(connection, { method: 'POST', url, body });
  }

  /** A refused token did nothing, so the call may be repeated with a new one. */
  async #send(connection: Connection, call: EbayCall): Promise<EbayAnswer> {
    const token = await beforeWriting(this.tokens.current(connection));
    const first = await this.#sendWith(call, token);
    if (first.status !== 401) return first;
    const second = await this.#sendWith(call, await beforeWriting(this.tokens.replace(connection, token)));
    if (second.status === 401) throw signInAgain();
    return second;
  }

  async #sendWith({ method, url, body }: EbayCall, token: string): Promise<EbayAnswer> {
    const { call, waits, clock } = this.#deps;
    const request: HttpCall = {
      method,
      url,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      withinMs: WITHIN_MS,
      mostBytes: MAX_BYTES,
    };
    const waitOf = (answer: HttpAnswer) =>
      answer.status === 429 ? (retryAfterMs(answer, clock.now()) ?? waits.unknownMs) : null;
    try {
      const answer = await callPatiently(() => call(request), { mostMs: waits.mostMs, waitOf });
      return readAnswer(answer, clock.now());
    } catch (cause) {
      if (cause instanceof NotSentError || cause instanceof SourceUnavailableError) throw cause;
      if (cause instanceof SourceRefusedError) throw cause;
      throw new SourceUnavailableError('eBay did not answer.', null, { cause });
    }
  }
}

function readAnswer(answer: HttpAnswer, now: Date): EbayAnswer {
  const { status, headers } = answer;
  if (status === 429)
    throw nothingDone(new SourceUnavailableError('eBay is limiting requests.', retryAfterMs(answer, now)));
  const isBusy = status === 408 || status >= 500;
  // A created fulfillment has no body.
  const json = status === 201 && answer.body.length === 0 ? {} : jsonOf(answer);
  if (isBusy || json === undefined || (status >= 300 && status < 400))
    throw new SourceUnavailableError(
      `eBay answered with status ${status}${json === undefined ? ', but not with JSON' : ''}.`,
      isBusy ? retryAfterMs(answer, now) : null,
    );
  const errors = ErrorsSchema.safeParse(json);
  const [error] = errors.success ? errors.data.errors : [];
  const message = (error?.longMessage || error?.message || '').slice(0, MAX_MESSAGE);
  if (status === 403)
    throw new SourceRefusedError(
      'permission',
      `The app does not have the eBay permissions it needs. ${message}`.trim(),
    );
  return { status, headers, json, errorId: error?.errorId ?? null, message };
}

/** Throws unless the answer is a success of the expected format. */
function parseAnswer<T extends z.ZodMiniType>(schema: T, { pathname }: URL, answer: EbayAnswer): z.output<T> {
  const what = pathname.replaceAll(/[\d-]{5,}/g, '*');
  if (answer.status >= 400)
    throw new SourceUnavailableError(
      `eBay refused ${what} with status ${answer.status} (${answer.errorId ?? 'no code'}): ${answer.message}`,
    );
  return parseAs(schema, answer.json, `eBay answered ${what}`);
}
