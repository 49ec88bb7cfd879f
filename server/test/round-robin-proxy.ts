import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 100;
const ANSWERS_WITHIN_MS = 1_000;

/** A forwarded request without an answer. */
export interface FailedForward {
  method: string;
  path: string;
  /** A retry with the same key gets the same answer. */
  keyed: boolean;
  error: string;
}

interface Backend {
  address: () => Promise<string>;
  /** Null while it is not ready. */
  url: string | null;
}

/** A small load balancer that forwards requests to ready processes in turn. After a refused connection it tries the next process. */
export class RoundRobinProxy {
  readonly failed: FailedForward[] = [];
  /** Refused connections; their requests went to another process. */
  refused = 0;
  forwarded = 0;
  readonly #backends: Backend[];
  readonly #agent = new Agent({ keepAlive: true });
  readonly #server: Server;
  #turn = 0;
  #closed = false;

  constructor(addresses: readonly (() => Promise<string>)[]) {
    this.#backends = addresses.map((address) => ({ address, url: null }));
    this.#server = createServer((incoming, outgoing) => void this.#forward(incoming, outgoing));
  }

  async open(): Promise<string> {
    for (const backend of this.#backends) void this.#watch(backend);
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async allReady(): Promise<void> {
    while (this.#backends.some(({ url }) => url === null)) await sleep(LOOK_EVERY_MS);
  }

  close(): void {
    this.#closed = true;
    this.#server.close();
    this.#server.closeAllConnections();
    this.#agent.destroy();
  }

  async #watch(backend: Backend): Promise<void> {
    while (!this.#closed) {
      const url = await backend.address();
      for (let ready = await isReady(url); ready; ready = await isReady(url)) {
        backend.url = url;
        await sleep(LOOK_EVERY_MS);
        if (this.#closed) return;
      }
      backend.url = null;
      await sleep(LOOK_EVERY_MS);
    }
  }

  async #nextReady(): Promise<string> {
    for (;;) {
      const ready = this.#backends.filter(({ url }) => url !== null);
      this.#turn += 1;
      const url = ready[this.#turn % ready.length]?.url;
      if (url) return url;
      await sleep(LOOK_EVERY_MS);
    }
  }

  async #forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming).catch(() => null);
    if (body === null) return;
    for (;;) {
      try {
        await this.#send(await this.#nextReady(), incoming, body, outgoing);
        this.forwarded += 1;
        return;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') {
          this.refused += 1;
          continue;
        }
        const { method = '', url: path = '', headers } = incoming;
        this.failed.push({ method, path, keyed: 'idempotency-key' in headers, error: String(error) });
        if (outgoing.headersSent) outgoing.destroy();
        else outgoing.writeHead(502).end('{}');
        return;
      }
    }
  }

  async #send(url: string, incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse): Promise<void> {
    const { connection: _, ...headers } = incoming.headers;
    const sent = request(`${url}${incoming.url}`, { method: incoming.method, headers, agent: this.#agent });
    sent.end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const content = await buffer(answer);
    const { connection: __, 'transfer-encoding': ___, ...kept } = answer.headers;
    outgoing.writeHead(answer.statusCode ?? 502, { ...kept, 'content-length': content.length }).end(content);
  }
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
