import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { poll } from './poll.ts';

const never = () => false;

describe('polling', () => {
  it('ends in time although each look is slow', async () => {
    let looks = 0;
    const look = async () => sleep(100, ++looks);
    // The fourth look begins after 300 ms at the earliest.
    expect(await poll(look, never, { everyMs: 1, withinMs: 250 })).toBeLessThanOrEqual(4);
  });

  it('looks once more when it is aborted, and ends', async () => {
    let looks = 0;
    const stop = new AbortController();
    const ended = poll(async () => ++looks, never, {
      everyMs: 60_000,
      withinMs: 60_000,
      signal: stop.signal,
    });
    await sleep(20);
    stop.abort();
    expect(await ended).toBe(2);
  });

  it('looks again when a change is announced, also during a look', async () => {
    let announce = () => {};
    let isSubscribed = false;
    const looks: number[] = [];
    const last = await poll(
      async () => {
        looks.push(looks.length + 1);
        // During the first look, and while waiting after the second one.
        if (looks.length === 1) announce();
        if (looks.length === 2) setTimeout(announce, 5);
        return looks.length;
      },
      (count) => count === 3,
      {
        everyMs: 60_000,
        withinMs: 60_000,
        subscribe: (listener) => {
          announce = listener;
          isSubscribed = true;
          return () => {
            isSubscribed = false;
          };
        },
      },
    );
    expect([last, isSubscribed]).toEqual([3, false]);
  });

  it('looks a last time when the time is over, although the next look was due later', async () => {
    let looks = 0;
    expect(await poll(async () => ++looks, never, { everyMs: 60_000, withinMs: 30 })).toBe(2);
  });

  it('does not wait when the first look is enough', async () => {
    expect(
      await poll(
        async () => 'done',
        () => true,
        { everyMs: 60_000, withinMs: 60_000 },
      ),
    ).toBe('done');
  });
});
