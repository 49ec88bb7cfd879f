import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { poll } from './poll.ts';

const never = () => false;

describe('polling', () => {
  it('ends in time even if each check is slow', async () => {
    let checks = 0;
    const check = async () => sleep(100, ++checks);
    // The fourth check begins after 300 ms at the earliest.
    expect(await poll(check, never, { everyMs: 1, withinMs: 250 })).toBeLessThanOrEqual(4);
  });

  it('checks once more when it is aborted, and ends', async () => {
    let checks = 0;
    const stop = new AbortController();
    const ended = poll(async () => ++checks, never, {
      everyMs: 60_000,
      withinMs: 60_000,
      signal: stop.signal,
    });
    await sleep(20);
    stop.abort();
    expect(await ended).toBe(2);
  });

  it('checks again when a change is announced, even during a check', async () => {
    let announce = () => {};
    let isSubscribed = false;
    const checks: number[] = [];
    const last = await poll(
      async () => {
        checks.push(checks.length + 1);
        // During the first check, and while waiting after the second one.
        if (checks.length === 1) announce();
        if (checks.length === 2) setTimeout(announce, 5);
        return checks.length;
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

  it('checks one last time at the deadline, even if the next check was due later', async () => {
    let checks = 0;
    expect(await poll(async () => ++checks, never, { everyMs: 60_000, withinMs: 30 })).toBe(2);
  });

  it('does not wait when the first check succeeds', async () => {
    expect(
      await poll(
        async () => 'done',
        () => true,
        { everyMs: 60_000, withinMs: 60_000 },
      ),
    ).toBe('done');
  });
});
