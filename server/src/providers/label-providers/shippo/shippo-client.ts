import { setTimeout as sleep } from 'node:timers/promises';
import type { TaxId } from '@lading/contract/customs/declaration.ts';
import { hideTaxIds } from '@lading/contract/customs/tax-ids.ts';
import type * as z from 'zod/mini';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { CallBudget } from '../../../platform/outgoing/call-budget.ts';
import type { CallObserver } from '../../../platform/outgoing/call-observer.ts';
import { CircuitBreaker } from '../../../platform/outgoing/circuit-breaker.ts';
import { jsonOf, retryAfterMs } from '../../../platform/outgoing/http-answers.ts';
import { callOut, type HttpAnswer } from '../../../platform/outgoing/http-call.ts';
import { NotSentError } from '../../../platform/outgoing/not-sent.ts';
import {
  AddressSchema,
  pageOf,
  RefundSchema,
  ShipmentSchema,
  TrackSchema,
  TransactionSchema,
} from './shippo-answers.ts';
import { type CallKind, limitOf } from './shippo-limits.ts';
import { refusalOf } from './shippo-text.ts';

interface ShippoClientDeps {
  apiKey: string;
  baseUrl: string;
  live: boolean;
  callsPerMinute?: number | null;
  budget: CallBudget;
  clock: Clock;
  log: Log;
  observer?: CallObserver;
}

/** A refusal is an answer. Its text may be shown to the client. */
type Reply<T> = { ok: true; value: T } | { ok: false; status: number; text: string };

/** Shippo rejects the API key or the account. Nothing was done, and a retry does not help. */
export class ShippoAccountError extends Error {
  override readonly name = 'ShippoAccountError';
}

interface Call {
  kind: CallKind;
  method: 'GET' | 'POST';
  path: string;
  body?: object;
  withinMs: number;
  /** Hidden in the text of a refusal. */
  taxIds?: readonly TaxId[];
}

const MAX_BYTES = 4 * 1024 * 1024;
const TRIES = 3;
const FIRST_WAIT_MS = 300;
const MAX_WAIT_MS = 5_000;
/** For all attempts of one call together. */
const TOTAL_TIMEOUT_MS = 25_000;
const PAGE_SIZE = 100;

/** Create one per process, because it holds the circuit breaker. */
export class ShippoClient {
  readonly #deps: ShippoClientDeps;
  readonly #breaker: CircuitBreaker;

  constructor(deps: ShippoClientDeps) {
    this.#deps = deps;
    this.#breaker = new CircuitBreaker('Shippo', deps.clock, { observer: deps.observer });
  }

  createShipment(body: object, taxIds: readonly TaxId[] = []) {
    return this.#repeat({ ...post('post', '/shipments', body, 20_000), taxIds }, ShipmentSchema);
  }

  createAddress(body: object) {
    return this.#repeat(post('post', '/addresses', body, 10_000), AddressSchema);
  }

  /**
   * Never retried. NotSentError means that nothing happened; after any other error the outcome is unknown.
   */
  createTransaction(body: object, taxIds: readonly TaxId[] = []) {
    return this.#sendOnce({ ...post('purchase', '/transactions', body, 20_000), taxIds }, TransactionSchema);
  }

  /** Never retried: a retry could create a second refund request. */
  createRefund(body: object) {
    return this.#sendOnce(post('purchase', '/refunds', body, 10_000), RefundSchema);
  }

  transaction(id: string) {
    return this.#repeat(get('get', `/transactions/${encodeURIComponent(id)}`), TransactionSchema);
  }

  transactionsOfRate(rateId: string) {
    const query = new URLSearchParams({ rate: rateId, results: String(PAGE_SIZE) });
    return this.#repeat(get('list', `/transactions?${query}`), pageOf(TransactionSchema));
  }

  /** Newest first. */
  transactions(page: number) {
    const path = `/transactions?page=${page}&results=${PAGE_SIZE}`;
    return this.#repeat(get('list', path), pageOf(TransactionSchema));
  }

  /** The newest page. */
  refunds() {
    return this.#repeat(get('list', '/refunds/'), pageOf(RefundSchema));
  }

  track(carrier: string, number: string) {
    return this.#repeat(get('tracks', `/tracks/${carrier}/${encodeURIComponent(number)}`), TrackSchema);
  }

  async #sendOnce<T extends z.ZodMiniType>(call: Call, schema: T): Promise<Reply<z.output<T>>> {
    await this.#turn(call.kind);
    const answer = await this.#send(call);
    if (answer.status === 429 || isTrouble(answer)) throw failureOf(answer);
    return this.#read(call, answer, schema);
  }

  /** For calls that are safe to retry. */
  async #repeat<T extends z.ZodMiniType>(call: Call, schema: T): Promise<Reply<z.output<T>>> {
    const { clock } = this.#deps;
    const end = clock.now().getTime() + TOTAL_TIMEOUT_MS;
    for (let tried = 1; ; tried += 1) {
      await this.#turn(call.kind);
      const outcome = await this.#send(call).catch((error: unknown) => ({ error }));
      if (!('error' in outcome) && outcome.status !== 429 && !isTrouble(outcome))
        return this.#read(call, outcome, schema);
      const now = clock.now();
      const wait = waitBefore(tried, 'error' in outcome ? null : outcome, now);
      const isInTime = wait !== null && now.getTime() + wait + call.withinMs <= end;
      if (tried === TRIES || !isInTime || this.#breaker.state === 'open') throw failureOf(outcome);
      await sleep(wait);
    }
  }

  async #turn(kind: CallKind): Promise<void> {
    const { budget, live, callsPerMinute } = this.#deps;
    try {
      await budget.take(`shippo:${kind}`, limitOf(kind, live, callsPerMinute));
    } catch (cause) {
      // This includes a database outage while waiting for a turn: nothing was sent.
      throw cause instanceof NotSentError
        ? cause
        : new NotSentError('The Shippo call budget could not be checked', { cause });
    }
  }

  #send({ method, path, body, withinMs }: Call): Promise<HttpAnswer> {
    const { apiKey, baseUrl } = this.#deps;
    const headers = {
      authorization: `ShippoToken ${apiKey}`,
      'shippo-api-version': '2018-02-08',
      accept: 'application/json',
    };
    return this.#breaker.run(
      () =>
        callOut({
          method,
          url: new URL(`${baseUrl}${path}`),
          headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
          ...(body ? { body: JSON.stringify(body) } : {}),
          withinMs,
          mostBytes: MAX_BYTES,
        }),
      isTrouble,
    );
  }

  #read<T extends z.ZodMiniType>(
    { method, path, taxIds = [] }: Call,
    { status, body }: HttpAnswer,
    schema: T,
  ): Reply<z.output<T>> {
    const { log } = this.#deps;
    // The path without ids or tracking numbers, which do not belong in a log.
    const call = `${method} /${path.split(/[/?]/)[1]}`;
    if (status >= 400) {
      const text = hideTaxIds(refusalOf(body.toString()), taxIds);
      log.warn({ event: 'shippo.call_refused', call, status, text }, 'Shippo refused a call');
      if (status === 401 || status === 403)
        throw new ShippoAccountError(`Shippo rejected the account: ${text}`);
      return { ok: false, status, text };
    }
    const parsed = schema.safeParse(jsonOf({ body }));
    if (parsed.success) return { ok: true, value: parsed.data };
    const where = parsed.error.issues[0]?.path.join('.') ?? '';
    throw new Error(`Shippo answered ${call} with status ${status} in an unknown format (at “${where}”)`);
  }
}

const post = (kind: CallKind, path: string, body: object, withinMs: number): Call => ({
  kind,
  method: 'POST',
  path,
  body,
  withinMs,
});
const get = (kind: CallKind, path: string): Call => ({ kind, method: 'GET', path, withinMs: 10_000 });

/** The outcome is unknown. A redirect counts, because we do not follow it. */
const isTrouble = ({ status }: HttpAnswer) =>
  status >= 500 || status === 408 || (status >= 300 && status < 400);

/** Rate-limited calls did nothing; after any other failure the outcome is unknown. */
function failureOf(outcome: HttpAnswer | { error: unknown }): unknown {
  if ('error' in outcome) return outcome.error;
  const text = `Shippo answered with status ${outcome.status}`;
  return outcome.status === 429 ? new NotSentError(text) : new Error(text);
}

/** Exponential backoff with jitter; null when Shippo asks us to wait longer than we can. */
function waitBefore(tried: number, answer: HttpAnswer | null, now: Date): number | null {
  const asked = answer && retryAfterMs(answer, now);
  if (asked !== null) return asked <= MAX_WAIT_MS ? asked + Math.random() * FIRST_WAIT_MS : null;
  return FIRST_WAIT_MS * 2 ** (tried - 1) * (0.5 + Math.random());
}
