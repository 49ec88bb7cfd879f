import { describe, expect, it } from 'vitest';
import { mapInSlices } from './in-slices.ts';

const busyFor = (ms: number) => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

describe('mapping in slices', () => {
  it('returns the results in order', async () => {
    expect(await mapInSlices([1, 2, 3], (item) => item * 2)).toEqual([2, 4, 6]);
    expect(await mapInSlices([], () => 1)).toEqual([]);
  });

  it('lets other work run in between', async () => {
    let others = 0;
    const count = () => {
      others += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    await mapInSlices([1, 2, 3, 4], () => busyFor(12));
    clearImmediate(next);
    expect(others).toBeGreaterThanOrEqual(3);
  });

  it('leaves out what it does not reach in time', async () => {
    const slow = (item: number) => {
      busyFor(20);
      return item;
    };
    expect(await mapInSlices([1, 2, 3], slow, { withinMs: 10 })).toEqual([1]);
  });
});
