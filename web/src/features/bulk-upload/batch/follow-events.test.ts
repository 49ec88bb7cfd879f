import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../lib/api-error.ts';
import { createHttp } from '../../../lib/http.ts';
import { createFollower, type StreamEvent } from './follow-events.ts';

type Answer = { status?: number; parts?: string[]; breaks?: boolean } | 'no network';

/** A server that answers each connection with the next of these, then stops the follower. */
function setUp(answers: Answer[]) {
  const asked: (string | null)[] = [];
  const pauses: number[] = [];
  const lost: string[] = [];
  const events: StreamEvent[] = [];
  const stop = new AbortController();
  const http = createHttp({
    fetch: async (_input, init) => {
      const answer = answers.shift();
      asked.push(new Headers(init?.headers).get('last-event-id'));
      if (answer === undefined) {
        stop.abort();
        throw new TypeError('stopped');
      }
      if (answer === 'no network') throw new TypeError('Failed to fetch');
      if (answer.status) return new Response('{"error":"X","message":"No."}', { status: answer.status });
      const parts = [...(answer.parts ?? [])];
      const body = new ReadableStream({
        pull(controller) {
          const part = parts.shift();
          if (part !== undefined) controller.enqueue(new TextEncoder().encode(part));
          else if (answer.breaks) controller.error(new TypeError('network error'));
          else controller.close();
        },
      });
      return new Response(body);
    },
    config: async () => ({ apiBaseUrl: '', adminBaseUrl: '', verifyBaseUrl: '' }),
    session: {
      token: () => 'token-1',
      userId: () => null,
      lose: (token) => lost.push(token),
      wasRenewed: async () => false,
    },
  });
  const follow = createFollower({
    http,
    pause: async (attempt) => {
      pauses.push(attempt);
    },
  });
  const done = follow({
    path: '/events',
    after: '7',
    onEvent: (event) => events.push(event),
    signal: stop.signal,
  });
  return { done, asked, pauses, lost, events };
}

const STREAM =
  ': hello\n\nevent: batch\nid: 4\ndata: {"a":1}\n\nevent: rows\r\nid: 5\r\ndata: one\r\ndata: two\r\n\r\ndata:bare\r\rid: 6\n\n';

const EVENTS = [
  { event: 'batch', data: '{"a":1}', id: '4' },
  { event: 'rows', data: 'one\ntwo', id: '5' },
  { event: 'message', data: 'bare', id: '5' },
];

describe('following the events of a batch', () => {
  it('resumes after every disconnect from the last event', async () => {
    const { done, asked, events } = setUp([
      { parts: ['id: 8\ndata: a\n', '\nid: 9\ndata: b\n\n'] },
      { parts: ['id: 12\ndata: c\n\nid: 13\ndata: never fin'], breaks: true },
      { parts: [': still here\n\n'] },
    ]);
    await done;
    expect(events.map(({ data }) => data)).toEqual(['a', 'b', 'c']);
    expect(asked).toEqual(['7', '9', '12', '12']);
  });

  it('waits longer after each failure, and starts over once data arrives', async () => {
    const { done, pauses } = setUp(['no network', { status: 503 }, { parts: ['data: a\n\n'] }, 'no network']);
    await done;
    expect(pauses).toEqual([1, 2, 1, 2, 3]);
  });

  it('ends the session when the server rejects it', async () => {
    const { done, lost } = setUp([{ status: 401 }]);
    await expect(done).rejects.toThrow(ApiError);
    expect(lost).toEqual(['token-1']);
  });

  it('rejects with the reason when the server does not know the batch', async () => {
    await expect(setUp([{ status: 404 }]).done).rejects.toThrow('No.');
  });

  it('reads the same events wherever the stream is cut', async () => {
    for (let cut = 0; cut <= STREAM.length; cut += 1) {
      const { done, events } = setUp([{ parts: [STREAM.slice(0, cut), STREAM.slice(cut)] }]);
      await done;
      expect(events, `cut at ${cut}`).toEqual(EVENTS);
    }
    const { done, events } = setUp([{ parts: [...STREAM] }]);
    await done;
    expect(events).toEqual(EVENTS);
  });
});
