import type * as z from 'zod/mini';
import type { Clock } from '../../../platform/clock.ts';
import { AddressBlockedError, type GuardedCall } from '../../../platform/outgoing/guarded-call.ts';
import { jsonOf, retryAfterMs } from '../../../platform/outgoing/http-answers.ts';
import type { HttpAnswer, HttpCall } from '../../../platform/outgoing/http-call.ts';
import { NotSentError } from '../../../platform/outgoing/not-sent.ts';
import { asUnavailable, beforeWriting, nothingDone, requireTime } from '../nothing-done.ts';
import { parseAs } from '../parse-as.ts';
import { type Connection, SourceRefusedError, SourceUnavailableError } from '../port.ts';
import { ErrorSchema } from './woocommerce-answers.ts';

export interface WooCommerceDeps {
  call: GuardedCall;
  clock: Clock;
}

interface WooCall {
  method: HttpCall['method'];
  path: string;
  query?: Record<string, string>;
  body?: object;
}

/** An answer of the API. `code` and `message` are those of a refusal (status 4xx). */
export interface WooAnswer {
  status: number;
  headers: Headers;
  json: unknown;
  code: string;
  message: string;
}

/** Something other than the API answered: a maintenance page, a login page, a redirect, another program. */
export class NotTheApiError extends SourceUnavailableError {
  /** Even a single answer of this kind suggests that the API is not at this address. */
  readonly isElsewhere: boolean;
  constructor(message: string, isElsewhere = false) {
    super(message);
    this.isElsewhere = isElsewhere;
  }
}

const WITHIN_MS = 30_000;
const MAX_BYTES = 10 * 1024 * 1024;
const MAX_REMEMBERED = 1_000;
const MAX_MESSAGE = 300;

/** The store received the key and refused it. Other codes of a 401 can mean that the header never arrived. */
const KEY_REFUSED = 'woocommerce_rest_authentication_error';
/** The route does not exist: a feature or a plug-in is off. */
const NO_ROUTE = 'rest_no_route';

export const hasNoRoute = ({ status, code }: WooAnswer) => status === 404 && code === NO_ROUTE;

/**
 * Calls the REST API of a store. Create one per process: it remembers which stores need the key in the query.
 */
export class WooCommerceClient {
  readonly #deps: WooCommerceDeps;
  readonly #keyInQuery = new Set<string>();

  constructor(deps: WooCommerceDeps) {
    this.#deps = deps;
  }

  /** Any failure to get an answer of the API is a SourceUnavailableError or a SourceRefusedError. */
  read(connection: Connection, path: string, query: Record<string, string> = {}): Promise<WooAnswer> {
    return asUnavailable(this.#authenticated(connection, { method: 'GET', path, query }));
  }

  /** Sent once. NotSentError means that nothing happened; after any other error the outcome is unknown. */
  write(connection: Connection, call: WooCall): Promise<WooAnswer> {
    return this.#authenticated(connection, call);
  }

  /** Reads what must be there. */
  async readAs<T extends z.ZodMiniType>(
    connection: Connection,
    schema: T,
    path: string,
    query: Record<string, string> = {},
  ): Promise<z.output<T>> {
    return parseAnswer(schema, path, await this.read(connection, path, query));
  }

  /**
   * A 401 did nothing, so the same call may follow with the key in the query: some web servers drop the
   * header.
   */
  async #authenticated(connection: Connection, call: WooCall): Promise<WooAnswer> {
    if (this.#keyInQuery.has(connection.id)) {
      const answer = await this.#send(connection, call, true);
      return answer.status === 401 ? this.#refuse(connection, call, true) : answer;
    }
    const first = await this.#send(connection, call, false);
    if (first.status !== 401) return first;
    if (first.code === KEY_REFUSED) return this.#refuse(connection, call, false);
    const second = await this.#send(connection, call, true);
    if (second.status === 401) return this.#refuse(connection, call, true);
    if (this.#keyInQuery.size >= MAX_REMEMBERED) this.#keyInQuery.clear();
    this.#keyInQuery.add(connection.id);
    return second;
  }

  /**
   * WooCommerce refuses a write with a read-only key in the same way as a wrong key; a read shows the
   * difference.
   */
  async #refuse(connection: Connection, { method }: WooCall, keyInQuery: boolean): Promise<never> {
    if (method !== 'GET') {
      const probe = { method: 'GET', path: '/wc/v3/orders', query: { per_page: '1' } } as const;
      const { status } = await beforeWriting(this.#send(connection, probe, keyInQuery));
      if (status === 200)
        throw new SourceRefusedError(
          'permission',
          'The WooCommerce key is read-only. Create a key with Read/Write permissions.',
        );
    }
    throw new SourceRefusedError('credentials', 'WooCommerce does not accept the key.');
  }

  async #send(connection: Connection, call: WooCall, keyInQuery: boolean): Promise<WooAnswer> {
    requireTime(connection);
    const { call: callOut, clock } = this.#deps;
    const request = httpCallOf(connection, call, keyInQuery);
    const answer = await callOut(request).catch((cause: unknown) => {
      if (cause instanceof AddressBlockedError)
        throw new SourceRefusedError('address_blocked', 'Lading is not allowed to connect to this address.', {
          cause,
        });
      if (cause instanceof NotSentError) throw cause;
      throw new SourceUnavailableError(`${request.url.host} did not answer.`, null, { cause });
    });
    return readAnswer(request.url.host, answer, clock.now());
  }
}

function httpCallOf(
  { address, secrets }: Connection,
  { method, path, query = {}, body }: WooCall,
  keyInQuery: boolean,
): HttpCall {
  const { consumerKey = '', consumerSecret = '' } = secrets;
  const url = new URL(`${siteOf(address)}/wp-json${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const headers: Record<string, string> = { accept: 'application/json', 'user-agent': 'Lading' };
  if (keyInQuery) {
    url.searchParams.set('consumer_key', consumerKey);
    url.searchParams.set('consumer_secret', consumerSecret);
  } else
    headers.authorization = `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}`;
  if (body) headers['content-type'] = 'application/json';
  return {
    method,
    url,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
    withinMs: WITHIN_MS,
    mostBytes: MAX_BYTES,
  };
}

/** Origin and folder of the store, without a slash at the end. People leave out the scheme. */
export function siteOf(address: string): string {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `https://${address}`);
  if (!url) throw new SourceRefusedError('not_found', 'This is not the address of a store.');
  // A user and a password in it must reach the guard, which refuses them.
  const login = url.username || url.password ? `${url.username}:${url.password}@` : '';
  return `${url.protocol}//${login}${url.host}${url.pathname.replace(/\/+$/, '')}`;
}

function readAnswer(host: string, answer: HttpAnswer, now: Date): WooAnswer {
  const { status, headers } = answer;
  const waitMs = retryAfterMs(answer, now);
  if (status === 429) throw nothingDone(new SourceUnavailableError(`${host} is limiting requests.`, waitMs));
  if (status === 408 || status >= 500)
    throw new SourceUnavailableError(`${host} answered with status ${status}.`, waitMs);
  if (status >= 300 && status < 400)
    throw new NotTheApiError(`${host} redirects to ${originOf(headers.get('location'), host)}.`, true);
  const json = jsonOf(answer);
  if (json === undefined)
    throw new NotTheApiError(`${host} answered with status ${status}, but not with JSON.`, status === 404);
  const error = ErrorSchema.safeParse(json);
  const code = status >= 400 && error.success ? error.data.code : '';
  const message = status >= 400 && error.success ? error.data.message.slice(0, MAX_MESSAGE) : '';
  if (status >= 400 && code === '') throw new NotTheApiError(`${host} answered with status ${status}.`);
  if (status === 403) throw new SourceRefusedError('permission', message);
  return { status, headers, json, code, message };
}

/** Throws unless the answer is a success of the expected format. */
export function parseAnswer<T extends z.ZodMiniType>(
  schema: T,
  path: string,
  answer: WooAnswer,
): z.output<T> {
  const what = path.replaceAll(/\d+/g, '*');
  if (answer.status >= 400)
    throw new SourceUnavailableError(`WooCommerce refused ${what} (${answer.code}): ${answer.message}`);
  return parseAs(schema, answer.json, `WooCommerce answered ${what}`);
}

const originOf = (location: string | null, host: string) =>
  URL.parse(location ?? '', `https://${host}`)?.origin ?? 'another address';
