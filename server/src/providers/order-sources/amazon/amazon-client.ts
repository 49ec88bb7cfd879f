import type * as z from 'zod/mini';
import { jsonOf } from '../../../platform/outgoing/http-answers.ts';
import type { HttpAnswer, HttpCall } from '../../../platform/outgoing/http-call.ts';
import { NotSentError } from '../../../platform/outgoing/not-sent.ts';
import { OAuthTokens } from '../../../platform/outgoing/oauth-tokens.ts';
import { callPatiently } from '../../../platform/outgoing/patient-call.ts';
import { asUnavailable, beforeWriting, nothingDone } from '../nothing-done.ts';
import { parseAs } from '../parse-as.ts';
import { type Connection, SourceRefusedError, SourceUnavailableError } from '../port.ts';
import { ErrorsSchema } from './amazon-answers.ts';
import type { AmazonDeps } from './amazon-deps.ts';
import { marketplaceOf } from './amazon-marketplaces.ts';
import { refreshToken } from './amazon-tokens.ts';

/** The calls per second that Amazon allows, for answers that do not state a limit. */
const PER_SECOND = { searchOrders: 0.0056, getOrder: 0.5, confirmShipment: 2 } as const;

interface AmazonCall {
  operation: keyof typeof PER_SECOND;
  path: string;
  query?: Record<string, string>;
  body?: object;
}

/** A success, or a refusal of the call itself (400, 404, 413, 415) with Amazon's words. */
interface AmazonAnswer {
  status: number;
  json: unknown;
  message: string;
}

const MAX_BYTES = 10 * 1024 * 1024;
const MAX_MESSAGE = 300;
const REFUSALS: readonly number[] = [400, 404, 413, 415];

/** Calls the Selling Partner API. */
export class AmazonClient {
  readonly tokens: OAuthTokens;
  readonly #deps: AmazonDeps;

  constructor(deps: AmazonDeps) {
    this.#deps = deps;
    this.tokens = new OAuthTokens(deps.clock, (current) => refreshToken(deps, current));
  }

  /** Null if Amazon does not have it. Fails with SourceRefusedError or SourceUnavailableError. */
  async read<T extends z.ZodMiniType>(
    connection: Connection,
    schema: T,
    call: AmazonCall,
  ): Promise<z.output<T> | null> {
    const answer = await asUnavailable(this.send(connection, call));
    if (answer.status === 404) return null;
    if (answer.status !== 200)
      throw new SourceUnavailableError(`Amazon refused ${call.operation}: ${answer.message}`);
    return parseAs(schema, answer.json, `Amazon answered ${call.operation}`);
  }

  /**
   * NotSentError means that Amazon did nothing; after SourceUnavailableError the outcome is unknown. Waits for a while
   * when Amazon limits our calls.
   */
  async send(connection: Connection, call: AmazonCall): Promise<AmazonAnswer> {
    const token = await beforeWriting(this.tokens.current(connection));
    const first = await this.#call(connection, call, token);
    // Amazon refuses an expired token and a missing role in the same way.
    if (!isRefused(first)) return readAnswer(first);
    const other = await beforeWriting(this.tokens.replace(connection, token));
    const second = await this.#call(connection, call, other);
    if (isRefused(second)) throw permissionRefused(second);
    return readAnswer(second);
  }

  async #call(connection: Connection, call: AmazonCall, token: string): Promise<HttpAnswer> {
    const { call: callOut, apiOrigin, waits } = this.#deps;
    const url = new URL(call.path, apiOrigin(marketplaceOf(connection.address).region));
    for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value);
    const request: HttpCall = {
      method: call.body ? 'POST' : 'GET',
      url,
      headers: {
        accept: 'application/json',
        'user-agent': 'Lading',
        'x-amz-access-token': token,
        ...(call.body ? { 'content-type': 'application/json' } : {}),
      },
      ...(call.body ? { body: JSON.stringify(call.body) } : {}),
      withinMs: waits.answerMs,
      mostBytes: MAX_BYTES,
    };
    const limits = { mostMs: waits.mostMs, waitOf: (answer: HttpAnswer) => waitOf(answer, call) };
    const answer = await callPatiently(() => callOut(request), limits).catch((error: unknown) => {
      if (error instanceof NotSentError) throw error;
      throw new SourceUnavailableError('Amazon did not answer as expected.', null, { cause: error });
    });
    const waitMs = waitOf(answer, call);
    if (waitMs === null) return answer;
    throw nothingDone(new SourceUnavailableError('Amazon is limiting requests.', waitMs));
  }
}

function readAnswer(answer: HttpAnswer): AmazonAnswer {
  const { status, body } = answer;
  if (status === 204 && body.length === 0) return { status, json: null, message: '' };
  const json = jsonOf(answer);
  const message = messageOf(json);
  if (status === 200 && json !== undefined) return { status, json, message: '' };
  if (REFUSALS.includes(status) && message !== null) return { status, json, message };
  throw new SourceUnavailableError(
    `Amazon answered with status ${status}${json === undefined ? ', but not with JSON' : ''}.`,
  );
}

function messageOf(json: unknown): string | null {
  const errors = ErrorsSchema.safeParse(json);
  if (!errors.success) return null;
  const [first] = errors.data.errors;
  return (first?.message || first?.code || 'Amazon gave no reason.').slice(0, MAX_MESSAGE);
}

/** Until the bucket holds one more call. Amazon does not say how long, only how many calls it allows. */
function waitOf({ status, headers }: HttpAnswer, { operation }: AmazonCall): number | null {
  if (status !== 429) return null;
  const given = Number(headers.get('x-amzn-ratelimit-limit') ?? '');
  const perSecond = given > 0 ? given : PER_SECOND[operation];
  return Math.ceil(1000 / perSecond);
}

const isRefused = ({ status }: HttpAnswer) => status === 401 || status === 403;

const permissionRefused = (answer: HttpAnswer) =>
  new SourceRefusedError(
    'permission',
    `The app does not have the Amazon roles it needs. ${messageOf(jsonOf(answer)) ?? ''}`.trim(),
  );
