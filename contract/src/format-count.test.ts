import { expect, it } from 'vitest';
import { counted, formatCount } from './format-count.ts';

it('groups digits and chooses singular or plural', () => {
  expect(formatCount(12345)).toBe('12,345');
  expect([counted(0, 'row'), counted(1, 'row'), counted(1200, 'row')]).toEqual([
    '0 rows',
    '1 row',
    '1,200 rows',
  ]);
  expect(counted(2, 'row needs', 'rows need')).toBe('2 rows need');
});
