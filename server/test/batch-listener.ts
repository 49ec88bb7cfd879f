import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Batch, RowUpdate } from '@lading/contract/bulk.ts';
import { bearer } from './factories.ts';

interface Event {
  name: string;
  id: string;
  data: Batch | { rows: RowUpdate[] };
}

/** Receives batch events like a browser, over its own connection. */
export class BatchListener {
  readonly events: Event[] = [];
  /** Lines that a browser ignores. */
  readonly comments: string[] = [];
  #request: ClientRequest | null = null;
  /** Resolves when either side ends the stream. */
  ended: Promise<void> = Promise.resolve();

  /** The status of the answer, and its text if it is not a stream. */
  async open(
    url: string,
    token: string,
    lastEventId?: string,
  ): Promise<{ status: number; type: string; body: string }> {
    const headers = {
      ...bearer(token),
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    };
    const request = get(url, { agent: false, headers });
    this.#request = request;
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    request.on('error', () => {});
    const status = response.statusCode ?? 0;
    const type = response.headers['content-type'] ?? '';
    if (status !== 200) return { status, type, body: await text(response) };
    this.ended = this.#read(response).catch(() => {});
    return { status, type, body: '' };
  }

  async #read(response: IncomingMessage): Promise<void> {
    let rest = '';
    for await (const piece of response.setEncoding('utf8')) {
      const parts = (rest + piece).split('\n\n');
      rest = parts.pop() ?? '';
      for (const part of parts) this.#take(part);
    }
  }

  #take(part: string): void {
    if (part.startsWith(': ')) this.comments.push(part.slice(2));
    const [, name, id, data] = /^event: (.*)\nid: (.*)\ndata: (.*)$/.exec(part) ?? [];
    if (name && id && data) this.events.push({ name, id, data: JSON.parse(data) });
  }

  get lastId() {
    return this.events.at(-1)?.id ?? '';
  }

  get batches() {
    return this.events.filter(({ name }) => name === 'batch').map(({ data }) => data as Batch);
  }

  get rows(): RowUpdate[] {
    return this.events.flatMap(({ data }) => ('rows' in data ? data.rows : []));
  }

  /** Every row in its latest state. */
  get view() {
    return new Map(
      this.rows.map(({ number, status, transaction }) => [number, [status, transaction?.trackingNumber]]),
    );
  }

  async leave(): Promise<void> {
    this.#request?.destroy();
    await this.ended;
  }
}
