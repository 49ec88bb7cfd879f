import { describe, expect, it } from 'vitest';
import { labeledPoints, lineThrough, sumNeighbors, ticksBetween, ticksUpTo, xOf, yOf } from './plot-scale.ts';

describe('grid lines', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [40, [0, 10, 20, 30, 40]],
    [41, [0, 20, 40, 60]],
    [1234.56, [0, 500, 1000, 1500]],
    [1_000_000, [0, 500_000, 1_000_000]],
  ])('up to %d are round numbers that cover it', (largest, ticks) => {
    expect(ticksUpTo(largest)).toEqual(ticks);
  });

  it.each(Array.from({ length: 40 }, (_, index) => 1.7 ** index))('are at most five for %d', (largest) => {
    const ticks = ticksUpTo(largest);
    expect(ticks.length).toBeLessThanOrEqual(5);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(largest);
  });
});

describe('grid lines around zero', () => {
  it.each([
    [0, 40, [0, 10, 20, 30, 40]],
    [-3, 7, [-4, -2, 0, 2, 4, 6, 8]],
    [-40, 0, [-40, -30, -20, -10, 0]],
    [-1, 1000, [-500, 0, 500, 1000]],
  ])('from %d to %d cover both', (smallest, largest, ticks) => {
    expect(ticksBetween(smallest, largest).map((tick) => tick + 0)).toEqual(ticks);
  });

  it('put negative values below zero', () => {
    const area = { left: 0, width: 10, top: 0, height: 100, count: 1, ticks: [-10, 0, 10] };
    expect([-10, 0, 5].map((value) => yOf(area, value))).toEqual([100, 50, 25]);
  });
});

describe('the position of a point', () => {
  const area = { left: 40, width: 100, top: 10, height: 50, count: 4, ticks: [0, 5, 10] };

  it('is the center of its band', () => {
    expect([0, 1, 3].map((index) => xOf(area, index))).toEqual([52.5, 77.5, 127.5]);
  });

  it('is at the bottom for zero and at the top for the highest grid line', () => {
    expect([0, 5, 10].map((value) => yOf(area, value))).toEqual([60, 35, 10]);
  });

  it('is part of the line path', () => {
    const points = [0, 1].map((index) => [xOf(area, index), yOf(area, index)] as const);
    expect(lineThrough(points)).toBe('M52.5 60.0L77.5 55.0');
    expect(lineThrough([])).toBe('');
  });
});

describe('point labels', () => {
  it('all appear if there is room', () => {
    expect(labeledPoints(3, 60, 50)).toEqual([0, 1, 2]);
  });

  it('are thinned out otherwise, but always include the last one', () => {
    expect(labeledPoints(10, 20, 50)).toEqual([0, 3, 6, 9]);
    expect(labeledPoints(13, 25, 50)).toEqual([0, 2, 4, 6, 8, 10, 12]);
    expect(labeledPoints(0, 0, 50)).toEqual([]);
  });
});

describe('many values', () => {
  it('are summed with their neighbors, with a full group at the end', () => {
    expect(sumNeighbors([1, 2, 3, 4, 5, 6, 7], 3)).toEqual([1, 9, 18]);
    expect(
      sumNeighbors(
        Array.from({ length: 365 }, () => 1),
        60,
      ).slice(-2),
    ).toEqual([7, 7]);
  });

  it('stay separate if there are few', () => {
    expect(sumNeighbors([3, 1, 2], 60)).toEqual([3, 1, 2]);
    expect(sumNeighbors([], 60)).toEqual([]);
  });
});
