import { describe, expect, it } from 'vitest';
import { readEventStream, type StreamEvent } from './event-stream.ts';
import { createHttp } from './http.ts';

const STREAM =
  ': hello\n\nevent: batch\nid: 4\ndata: {"a":1}\n\nevent: rows\r\nid: 5\r\ndata: one\r\ndata: two\r\n\r\ndata:bare\r\rid: 6\n\n';

const EVENTS = [
  { event: 'batch', data: '{"a":1}', id: '4' },
  { event: 'rows', data: 'one\ntwo', id: '5' },
  { event: 'message', data: 'bare', id: null },
];

async function read(parts: string[]) {
  const events: StreamEvent[] = [];
  let chunks = 0;
  let sent = new Headers();
  const http = createHttp({
    fetch: async (_input, init) => {
      sent = new Headers(init?.headers);
      return new Response(
        new ReadableStream({
          start(controller) {
            for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
            controller.close();
          },
        }),
      );
    },
    config: async () => ({ apiBaseUrl: '', adminBaseUrl: '', verifyBaseUrl: '' }),
    session: { token: () => 'secret', lose: () => {} },
  });
  await readEventStream(http, '/events', {
    lastEventId: '3',
    signal: new AbortController().signal,
    onEvent: (event) => events.push(event),
    onActivity: () => {
      chunks += 1;
    },
  });
  return { events, chunks, sent };
}

describe('an event stream', () => {
  it('accepts every line ending, comments and multi-line data', async () => {
    expect((await read([STREAM])).events).toEqual(EVENTS);
  });

  it('yields the same events wherever the stream is split', async () => {
    for (let cut = 1; cut < STREAM.length; cut += 1) {
      const { events } = await read([STREAM.slice(0, cut), STREAM.slice(cut)]);
      expect(events, `split at ${cut}`).toEqual(EVENTS);
    }
    expect((await read([...STREAM])).events).toEqual(EVENTS);
  });

  it('drops an incomplete event', async () => {
    expect((await read(['data: half\n'])).events).toEqual([]);
    expect((await read(['data: half\n', '\n'])).events).toHaveLength(1);
  });

  it('sends the token and the last event id, and reports every chunk', async () => {
    const { sent, chunks } = await read([': still here\n\n', ': and here\n\n']);
    expect(sent.get('authorization')).toBe('Bearer secret');
    expect(sent.get('last-event-id')).toBe('3');
    expect(chunks).toBe(2);
  });
});
