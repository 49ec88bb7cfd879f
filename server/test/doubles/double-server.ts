import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FaultPlan, fateOf, NO_FAULTS } from './fault-plan.ts';

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
  /** Text and bytes go out as they are, anything else as JSON. */
  body: unknown;
}

/** What a provider has accepted, in order. It is on the disk before the answer goes out, so that it outlives everybody's crash. */
export interface JournalEntry {
  at: string;
  kind: string;
  [fact: string]: unknown;
}

export interface DoubleOptions {
  port?: number | undefined;
  /** A file that the journal is also written to. */
  journalFile?: string | undefined;
  faults?: Partial<FaultPlan> | undefined;
}

/**
 * A provider that exists only on this machine: HTTP, faults and a journal; what it answers is its own. `PUT /double/faults` changes the
 * plan while it runs, `GET /double/journal` tells what it has accepted, and `GET /double/calls` how often it was asked for what.
 */
export class DoubleServer {
  readonly journal: JournalEntry[] = [];
  readonly calls = new Map<string, number>();
  faults: FaultPlan;
  readonly #server: Server;
  readonly #handle: (request: DoubleRequest) => Promise<DoubleAnswer>;
  readonly #journalFile: string | undefined;
  readonly #port: number;

  constructor(
    { port = 0, journalFile, faults }: DoubleOptions,
    handle: (request: DoubleRequest) => Promise<DoubleAnswer>,
  ) {
    this.#port = port;
    this.#journalFile = journalFile;
    this.faults = { ...NO_FAULTS, ...faults };
    this.#handle = handle;
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
    if (request.path.startsWith('/double/')) return send(response, this.#control(request));
    const call = `${request.method} ${request.path}`;
    const turn = (this.calls.get(call) ?? 0) + 1;
    this.calls.set(call, turn);
    const fate = fateOf(this.faults, { ...request, turn });
    if (fate === 'silence') return;
    if (fate === 'error') return send(response, { status: 500, body: 'Internal Server Error' });
    const answer = await this.#handle(request);
    if (fate === 'lost') {
      response.destroy();
      return;
    }
    if (fate === 'slow') await sleep(this.faults.slow.ms);
    send(response, answer);
  }

  #control({ method, path, body }: DoubleRequest): DoubleAnswer {
    if (method === 'PUT' && path === '/double/faults') {
      this.faults = { ...NO_FAULTS, ...JSON.parse(body.toString()) };
      return { status: 200, body: this.faults };
    }
    if (path === '/double/journal') return { status: 200, body: this.journal };
    if (path === '/double/calls') return { status: 200, body: Object.fromEntries(this.calls) };
    return { status: 404, body: {} };
  }
}

function send(response: ServerResponse, { status, headers = {}, body }: DoubleAnswer): void {
  if (typeof body === 'string' || body instanceof Uint8Array) {
    response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(body);
    return;
  }
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
