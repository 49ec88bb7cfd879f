import { expect, it } from 'vitest';
import { readMeasure } from './parcel-form.ts';

it.each([
  ['', 'Weight is required'],
  ['  ', 'Weight is required'],
  [null, 'Weight is required'],
  ['two', 'Weight must be a number'],
  ['1,5', 'Weight must be a number'],
  ['1e', 'Weight must be a number'],
  ['-1', 'Weight must be greater than 0'],
  [-1, 'Weight must be greater than 0'],
  ['0', 'Weight must be greater than 0'],
  ['1e6', 'Weight must be at most 100,000 lb'],
  ['100001', 'Weight must be at most 100,000 lb'],
  ['99999999999999', 'Weight must be at most 100,000 lb'],
])('says what is wrong with the weight %j', (weight, problem) => {
  expect(readMeasure('weight', weight)).toEqual({ problem });
});

it.each([
  ['2', 2],
  [' 2.5 ', 2.5],
  ['.5', 0.5],
  ['2.', 2],
  ['1e1', 10],
  [100_000, 100_000],
])('reads the weight %j', (weight, value) => {
  expect(readMeasure('weight', weight)).toEqual({ value });
});

it('names the unit of the field', () => {
  expect(readMeasure('length', '200000')).toEqual({ problem: 'Length must be at most 100,000 in' });
});
