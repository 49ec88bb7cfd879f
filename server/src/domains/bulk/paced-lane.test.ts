import { describe, expect, it } from 'vitest';
import { type LaneWork, PacedLane } from './paced-lane.ts';

/** A lane over numbers that doubles them; a test bends where it looks. */
function laneOf(items: number[], change: Partial<LaneWork<number, number>> = {}) {
  const seen = {
    saved: [] as number[],
    failed: [] as number[],
    lost: [] as number[],
    released: [] as number[],
    claims: 0,
  };
  const lane = new PacedLane<number, number>({
    concurrency: 2,
    pauseMs: 0,
    awaitTurn: null,
    claim: async (limit) => {
      seen.claims += 1;
      return items.splice(0, limit);
    },
    run: async (item) => item * 2,
    save: async (results) => {
      seen.saved.push(...results);
    },
    onItemFailed: async (item) => {
      seen.failed.push(item);
    },
    release: async (released) => {
      seen.released.push(...released);
    },
    onSaveFailed: (results) => {
      seen.lost.push(...results);
    },
    ...change,
  });
  return { lane, seen };
}
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('a paced lane', () => {
  it('works through everything that waits and keeps every result', async () => {
    const { lane, seen } = laneOf(upTo(25));
    await lane.drain();
    expect(seen.saved.toSorted((a, b) => a - b)).toEqual(upTo(25).map((item) => item * 2));
    expect([seen.failed, seen.lost]).toEqual([[], []]);
  });

  it('goes on after an item that failed', async () => {
    const run = async (item: number) => {
      if (item === 3) throw new Error('no');
      return item;
    };
    const { lane, seen } = laneOf(upTo(6), { run });
    await lane.drain();
    expect(seen.failed).toEqual([3]);
    expect(seen.saved.toSorted()).toEqual([1, 2, 4, 5, 6]);
  });

  it('goes on after results that could not be kept, and tells which', async () => {
    const saved: number[] = [];
    let isAway = true;
    const save = async (results: number[]) => {
      const fails = isAway;
      isAway = false;
      if (fails) throw new Error('the database is away');
      saved.push(...results);
    };
    const { lane, seen } = laneOf(upTo(6), { save });
    await lane.drain();
    expect(seen.lost.length).toBeGreaterThan(0);
    expect([...seen.lost, ...saved].toSorted((a, b) => a - b)).toEqual([2, 4, 6, 8, 10, 12]);
  });

  it('ends when nothing can be fetched, and fetches again when it is asked to', async () => {
    const items = upTo(3);
    let isAway = true;
    const claim = async (limit: number) => {
      if (isAway) throw new Error('the database is away');
      return items.splice(0, limit);
    };
    const { lane, seen } = laneOf([], { claim });
    await lane.drain();
    expect(seen.saved).toEqual([]);
    isAway = false;
    await lane.drain();
    expect(seen.saved.toSorted()).toEqual([2, 4, 6]);
  });

  it('begins nothing more once it is stopped, and keeps what was in hand', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const begun: number[] = [];
    const run = async (item: number) => {
      begun.push(item);
      await promise;
      return item;
    };
    const { lane, seen } = laneOf(upTo(10), { run });
    const draining = lane.drain();
    await expect.poll(() => begun.length, { timeout: 20_000 }).toBe(2);
    lane.stop();
    resolve();
    await draining;
    expect([begun, seen.saved.toSorted()]).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });

  it('gives back what was only fetched when it is stopped', async () => {
    const items = upTo(10);
    const { promise, resolve } = Promise.withResolvers<void>();
    const run = async (item: number) => {
      await promise;
      return item;
    };
    const { lane, seen } = laneOf(items, { run });
    const draining = lane.drain();
    await expect.poll(() => items.length, { timeout: 20_000 }).toBeLessThan(7);
    lane.stop();
    resolve();
    await draining;
    const all = [...seen.saved, ...seen.released, ...items].toSorted((a, b) => a - b);
    expect([all, seen.saved.length, seen.released.length > 0]).toEqual([upTo(10), 2, true]);
  });

  it('takes an item only for a hand that is free, where turns have to be waited for', async () => {
    const items = upTo(12);
    const held: number[] = [];
    let done = 0;
    const awaitTurn = async () => {
      held.push(12 - items.length - done);
    };
    const run = async (item: number) => {
      done += 1;
      return item;
    };
    const { lane, seen } = laneOf(items, { awaitTurn, run });
    await lane.drain();
    expect([held.length, seen.saved.length, seen.released]).toEqual([12, 12, []]);
    expect(Math.max(...held)).toBe(2);
  });

  it('gives back an item whose turn does not come, and ends', async () => {
    const items = upTo(6);
    const awaitTurn = async () => {
      throw new Error('too many are waiting');
    };
    const { lane, seen } = laneOf(items, { awaitTurn });
    await lane.drain();
    expect([...seen.released, ...items].toSorted()).toEqual(upTo(6));
    expect([seen.saved, seen.failed]).toEqual([[], []]);
  });

  it('does not wait for its turn when it is stopped', async () => {
    const items = upTo(6);
    const { lane, seen } = laneOf(items, { awaitTurn: () => new Promise(() => {}) });
    const draining = lane.drain();
    await expect.poll(() => items.length, { timeout: 20_000 }).toBe(4);
    lane.stop();
    await draining;
    expect(seen.released.toSorted()).toEqual([1, 2]);
  });
});
