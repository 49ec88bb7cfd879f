import { describe, expect, it } from 'vitest';
import { groupCalls } from './grouped-calls.ts';

/** Doubles even numbers, refuses odd ones, and notes which calls ran together. */
function doubling(maxSize = 10) {
  const groups: number[][] = [];
  const run = groupCalls<number, number>({
    maxSize,
    all: async (numbers) => {
      groups.push(numbers);
      if (numbers.includes(0)) throw new Error('The group is broken');
      return numbers.some((number) => number % 2 === 1) ? null : numbers.map((number) => number * 2);
    },
    one: async (number) => {
      groups.push([number]);
      if (number % 2 === 1) throw new Error(`${number} is odd`);
      return number * 2;
    },
  });
  return { run, groups };
}

const settle = (calls: Promise<number>[]) =>
  Promise.all(calls.map((call) => call.catch((error: Error) => error.message)));

describe('grouped calls', () => {
  it('run together if they arrive together, and each gets its own result', async () => {
    const { run, groups } = doubling();
    expect(await settle([2, 4, 6].map(run))).toEqual([4, 8, 12]);
    expect(groups).toEqual([[2, 4, 6]]);
  });

  it('run one by one if the group refuses, so that a failure stays with its call', async () => {
    const { run, groups } = doubling();
    expect(await settle([2, 3, 4].map(run))).toEqual([4, '3 is odd', 8]);
    expect(groups).toEqual([[2, 3, 4], [2], [3], [4]]);
  });

  it('run one by one if the group fails', async () => {
    const { run } = doubling();
    expect(await settle([0, 2].map(run))).toEqual([0, 4]);
  });

  it('join the next group while one is running, up to its size', async () => {
    const { run, groups } = doubling(2);
    const first = settle([2, 4].map(run));
    await new Promise((done) => setImmediate(done));
    expect(await settle([6, 8, 10].map(run))).toEqual([12, 16, 20]);
    expect(await first).toEqual([4, 8]);
    expect(groups).toEqual([[2, 4], [6, 8], [10]]);
  });

  it('start again after a pause', async () => {
    const { run } = doubling();
    expect(await run(2)).toBe(4);
    expect(await run(4)).toBe(8);
  });
});
