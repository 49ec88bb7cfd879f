import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../lib/api-error.ts';
import { createFollower } from './follow-events.ts';

type Answer = { status?: number; parts?: string[]; breaks?: boolean } | 'no network';

/** A server that answers each connection with the next of these, then ends the following. */
function setUp(answers: Answer[]) {
  const asked: (string | null)[] = [];
  const pauses: number[] = [];
  const lost: string[] = [];
  const events: string[] = [];
  const stop = new AbortController();
  const follow = createFollower({
    fetch: async (_input, init) => {
      const answer = answers.shift();
      asked.push(new Headers(init?.headers).get('last-event-id'));
      if (answer === undefined) {
        stop.abort();
        throw new TypeError('nobody listens');
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
    config: async () => ({ apiBaseUrl: '' }),
    session: { token: () => 'token-1', lose: (token) => lost.push(token) },
    pause: async (attempt) => {
      pauses.push(attempt);
    },
  });
  const done = follow({
    path: '/events',
    after: '7',
    onEvent: ({ data }) => events.push(data),
    signal: stop.signal,
  });
  return { done, asked, pauses, lost, events };
}

describe('following the news of a batch', () => {
  it('asks after every break for what came since', async () => {
    const { done, asked, events } = setUp([
      { parts: ['id: 8\ndata: a\n', '\nid: 9\ndata: b\n\n'] },
      { parts: ['id: 12\ndata: c\n\nid: 13\ndata: never fin'], breaks: true },
      { parts: [': still here\n\n'] },
    ]);
    await done;
    expect(events).toEqual(['a', 'b', 'c']);
    expect(asked).toEqual(['7', '9', '12', '12']);
  });

  it('waits longer from failure to failure, and not at all longer once something came', async () => {
    const { done, pauses } = setUp(['no network', { status: 503 }, { parts: ['data: a\n\n'] }, 'no network']);
    await done;
    expect(pauses).toEqual([1, 2, 1, 2, 3]);
  });

  it('gives the session up when the server refuses it', async () => {
    const { done, lost } = setUp([{ status: 401 }]);
    await expect(done).rejects.toThrow(ApiError);
    expect(lost).toEqual(['token-1']);
  });

  it('ends with the reason when the batch is not known', async () => {
    await expect(setUp([{ status: 404 }]).done).rejects.toThrow('No.');
  });
});
