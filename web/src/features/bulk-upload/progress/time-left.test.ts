import { expect, it } from 'vitest';
import { addSample, msLeft, type Sample, timeLeftText } from './time-left.ts';

const follow = (steps: [at: number, done: number][]) =>
  steps.reduce<readonly Sample[]>((samples, [at, done]) => addSample(samples, { at, done }), []);

it('gives no estimate before there is progress', () => {
  expect(msLeft([], 100)).toBeNull();
  expect(msLeft(follow([[0, 0]]), 100)).toBeNull();
  expect(
    msLeft(
      follow([
        [0, 0],
        [5000, 0],
      ]),
      100,
    ),
  ).toBeNull();
});

it('estimates from the pace so far', () => {
  expect(
    msLeft(
      follow([
        [0, 0],
        [1000, 10],
        [2000, 20],
      ]),
      100,
    ),
  ).toBe(8000);
});

it('uses only the last ten steps', () => {
  const slow: [number, number][] = [
    [0, 0],
    [600_000, 1],
  ];
  const quick = Array.from({ length: 11 }, (_, step): [number, number] => [600_000 + step * 100, 1 + step]);
  expect(msLeft(follow([...slow, ...quick]), 21)).toBe(1000);
});

it('starts over for new work', () => {
  const samples = follow([
    [0, 50],
    [1000, 90],
    [2000, 5],
  ]);
  expect(samples).toEqual([{ at: 2000, done: 5 }]);
});

it.each([
  [0, 'a few seconds left'],
  [9999, 'a few seconds left'],
  [10_000, 'about 10 sec left'],
  [31_000, 'about 40 sec left'],
  [50_000, 'about 1 min left'],
  [89_000, 'about 1 min left'],
  [95_000, 'about 2 min left'],
  [3_600_000, 'about 1 hr left'],
  [4_200_000, 'about 1 hr 10 min left'],
])('shows %d ms as “%s”', (ms, text) => {
  expect(timeLeftText(ms)).toBe(text);
});
