import { describe, expect, it } from 'vitest';
import { NotSentError } from '../../platform/outgoing/not-sent.ts';
import { type LaneWork, PacedLane } from './paced-lane.ts';

/** A lane that doubles numbers. Each test overrides what it examines. */
function laneOf(items: number[], change: Partial<LaneWork<number, number>> = {}) {
  const seen = {
    saved: [] as number[],
    failed: [] as number[],
    lost: [] as number[],
    released: [] as number[],
    interruptions: [] as unknown[],
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
    onInterrupted: (error) => {
      seen.interruptions.push(error);
    },
    ...change,
  });
  return { lane, seen };
}
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('a paced lane', () => {
  it('processes every item and saves every result', async () => {
    const { lane, seen } = laneOf(upTo(25));
    await lane.drain();
    expect(seen.saved.toSorted((a, b) => a - b)).toEqual(upTo(25).map((item) => item * 2));
    expect([seen.failed, seen.lost]).toEqual([[], []]);
  });

  it('finishes after the last save of each drain', async () => {
    const steps: string[] = [];
    const items = upTo(3);
    const { lane } = laneOf(items, {
      save: async (results) => void steps.push(`save ${results.length}`),
      finish: async () => void steps.push('finish'),
    });
    await lane.drain();
    items.push(4);
    await lane.drain();
    expect(steps.filter((step) => step === 'finish')).toHaveLength(2);
    expect(steps.at(-1)).toBe('finish');
  });

  it('continues after a failed item', async () => {
    const run = async (item: number) => {
      if (item === 3) throw new Error('no');
      return item;
    };
    const { lane, seen } = laneOf(upTo(6), { run });
    await lane.drain();
    expect(seen.failed).toEqual([3]);
    expect(seen.saved.toSorted()).toEqual([1, 2, 4, 5, 6]);
  });

  it('continues after a failed save and reports the lost results', async () => {
    const saved: number[] = [];
    let isDown = true;
    const save = async (results: number[]) => {
      const fails = isDown;
      isDown = false;
      if (fails) throw new Error('the database is down');
      saved.push(...results);
    };
    const { lane, seen } = laneOf(upTo(6), { save });
    await lane.drain();
    expect(seen.lost.length).toBeGreaterThan(0);
    expect([...seen.lost, ...saved].toSorted((a, b) => a - b)).toEqual([2, 4, 6, 8, 10, 12]);
  });

  it('ends when claiming fails, reports the error, and claims again on the next drain', async () => {
    const items = upTo(3);
    const error = new Error('the database is down');
    let isDown = true;
    const claim = async (limit: number) => {
      if (isDown) throw error;
      return items.splice(0, limit);
    };
    const { lane, seen } = laneOf([], { claim });
    await lane.drain();
    expect([seen.saved, seen.interruptions]).toEqual([[], [error]]);
    isDown = false;
    await lane.drain();
    expect(seen.saved.toSorted()).toEqual([2, 4, 6]);
  });

  it('starts nothing after stop and saves the running items', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const started: number[] = [];
    const run = async (item: number) => {
      started.push(item);
      await promise;
      return item;
    };
    const { lane, seen } = laneOf(upTo(10), { run });
    const draining = lane.drain();
    await expect.poll(() => started.length, { timeout: 20_000 }).toBe(2);
    lane.stop();
    resolve();
    await draining;
    expect([started, seen.saved.toSorted()]).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });

  it('releases prefetched items on stop', async () => {
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

  it('does not prefetch when calls are paced', async () => {
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

  it('releases an item that gets no turn, and ends', async () => {
    const items = upTo(6);
    const awaitTurn = async () => {
      throw new NotSentError('too many are waiting');
    };
    const { lane, seen } = laneOf(items, { awaitTurn });
    await lane.drain();
    expect([...seen.released, ...items].toSorted()).toEqual(upTo(6));
    expect([seen.saved, seen.failed, seen.interruptions]).toEqual([[], [], []]);
  });

  it('releases an item and reports the error when waiting for a turn fails', async () => {
    const items = upTo(6);
    const error = new Error('the database is down');
    const { lane, seen } = laneOf(items, { concurrency: 1, awaitTurn: () => Promise.reject(error) });
    await lane.drain();
    expect([seen.released, seen.interruptions]).toEqual([[1], [error]]);
    expect([seen.saved, seen.failed]).toEqual([[], []]);
  });

  it('stops waiting for a turn on stop', async () => {
    const items = upTo(6);
    const { lane, seen } = laneOf(items, { awaitTurn: () => new Promise(() => {}) });
    const draining = lane.drain();
    await expect.poll(() => items.length, { timeout: 20_000 }).toBe(4);
    lane.stop();
    await draining;
    expect(seen.released.toSorted()).toEqual([1, 2]);
  });
});
