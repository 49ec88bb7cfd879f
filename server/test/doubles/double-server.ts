import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FaultPlan, NO_FAULTS, outcomeOf } from './fault-plan.ts';

export interface DoubleRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

export interface DoubleAnswer {
  status: number;
  headers?: Record<string, string>;
  /** Text and bytes are sent unchanged, anything else as JSON. */
  body: unknown;
}

/** Everything the provider has accepted, in order. It is written to disk before the answer, so that it survives any crash. */
export interface JournalEntry {
  at: string;
  kind: string;
  [fact: string]: unknown;
}

export interface DoubleOptions {
  port?: number | undefined;
  /** A file for the journal. */
  journalFile?: string | undefined;
  faults?: Partial<FaultPlan> | undefined;
}

/** An answer that replaces the double's own once; the double does no work. */
interface SetAnswer extends DoubleAnswer {
  /** Method and path with `*` for an id, as in `calls`. */
  call: string;
}

/** Null drops the connection instead of answering. */
type Handler = (request: DoubleRequest) => Promise<DoubleAnswer | null>;
type Control = (request: DoubleRequest) => Promise<DoubleAnswer | null>;

/**
 * The base of all doubles: HTTP, faults and a journal; each double adds its answers. `PUT /double/faults` changes
 * the plan while it runs, `POST /double/answers` sets the next answers, `GET /double/journal` returns everything
 * it has accepted, and `GET /double/calls` counts the calls.
 */
export class DoubleServer {
  readonly journal: JournalEntry[] = [];
  readonly calls = new Map<string, number>();
  faults: FaultPlan;
  readonly #server: Server;
  readonly #handle: Handler;
  readonly #control: Control;
  readonly #watchers: ((request: DoubleRequest) => void)[] = [];
  #answers: SetAnswer[] = [];
  readonly #journalFile: string | undefined;
  readonly #port: number;

  constructor(
    { port = 0, journalFile, faults }: DoubleOptions,
    handle: Handler,
    /** Additional control calls of this double; null for an unknown path. */
    control: Control = async () => null,
  ) {
    this.#port = port;
    this.#journalFile = journalFile;
    this.faults = { ...NO_FAULTS, ...faults };
    this.#handle = handle;
    this.#control = control;
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
  }

  async listen(): Promise<string> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    return this.url;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  note(kind: string, facts: Record<string, unknown>): void {
    const entry = { at: new Date().toISOString(), kind, ...facts };
    this.journal.push(entry);
    if (this.#journalFile) appendFileSync(this.#journalFile, `${JSON.stringify(entry)}\n`, { flush: true });
  }

  /** Sets the answer to the next call of that kind; several answers are used in order. */
  answerNext(...answers: SetAnswer[]): void {
    this.#answers.push(...answers);
  }

  /** Sees every request, including requests that a fault drops. */
  onRequest(watcher: (request: DoubleRequest) => void): void {
    this.#watchers.push(watcher);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '/', 'http://double');
    const request: DoubleRequest = {
      method: incoming.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: incoming.headers,
      body: await buffer(incoming),
    };
    if (request.path.startsWith('/double/')) return send(response, await this.#controlled(request));
    for (const watch of this.#watchers) watch(request);
    const path = shapeOf(request.path);
    const call = `${request.method} ${path}`;
    const turn = (this.calls.get(call) ?? 0) + 1;
    this.calls.set(call, turn);
    const set = this.#answers.find((answer) => answer.call === call);
    if (set) {
      this.#answers = this.#answers.filter((answer) => answer !== set);
      return send(response, set);
    }
    const outcome = outcomeOf(this.faults, { method: request.method, path, turn });
    if (outcome === 'silence') return;
    if (outcome === 'error') return send(response, { status: 500, body: 'Internal Server Error' });
    const answer = await this.#handle(request);
    if (outcome === 'lost' || !answer) {
      response.destroy();
      return;
    }
    if (outcome === 'slow') await sleep(this.faults.slow.ms, undefined, { ref: false });
    if (outcome === 'very-slow') await sleep(this.faults.verySlow.ms, undefined, { ref: false });
    send(response, answer);
  }

  async #controlled(request: DoubleRequest): Promise<DoubleAnswer> {
    const { method, path, body } = request;
    if (method === 'PUT' && path === '/double/faults') {
      this.faults = { ...NO_FAULTS, ...JSON.parse(body.toString()) };
      return { status: 200, body: this.faults };
    }
    if (method === 'POST' && path === '/double/answers') {
      this.answerNext(...(JSON.parse(body.toString()) as SetAnswer[]));
      return { status: 200, body: {} };
    }
    if (path === '/double/journal') return { status: 200, body: this.journal };
    if (path === '/double/calls') return { status: 200, body: Object.fromEntries(this.calls) };
    return (await this.#control(request)) ?? { status: 404, body: {} };
  }
}

/**
 * The path with `*` for every segment with a digit. Calls are counted by it, because with ids in the path every
 * call would be the first of its kind, and runs with the same seed would differ.
 */
export const shapeOf = (path: string) =>
  path
    .split('/')
    .map((part) => (/\d/.test(part) && !/^v\d$/.test(part) ? '*' : part))
    .join('/');

function send(response: ServerResponse, { status, headers = {}, body }: DoubleAnswer): void {
  if (typeof body === 'string' || body instanceof Uint8Array) {
    response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(body);
    return;
  }
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
