import { expect, it } from 'vitest';
import { searchPatterns } from './like-text.ts';

it.each([
  ['Dana Reyes', ['%dana reyes%']],
  ['100%_off', ['%100\\%\\_off%']],
  ['9400 1000 0000 1234', ['%9400 1000 0000 1234%', '%9400100000001234%']],
  ['1Z 999 AA1 0123 4567', ['%1z 999 aa1 0123 4567%', '%1z999aa101234567%']],
  ['9400100000001234', ['%9400100000001234%']],
  ['Route 66', ['%route 66%']],
])('a search for ‘%s’ compares with %j', (typed, patterns) => {
  expect(searchPatterns(typed)).toEqual(patterns);
});
