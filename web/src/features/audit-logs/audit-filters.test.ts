import { describe, expect, it } from 'vitest';
import { hasFilters, readFilters, writeFilters } from './audit-filters.ts';

const read = (text: string) => readFilters(new URLSearchParams(text));

describe('audit filters in the address', () => {
  it('survive the way there and back', () => {
    const filters = { page: 4, action: 'LOGIN', status: 'error', userEmail: 'a+b@example.com' } as const;
    expect(readFilters(writeFilters(filters))).toEqual(filters);
  });

  it.each(['page=0', 'page=-1', 'page=2.5', 'page=x', 'page=99999999', 'action=NOPE', 'status=toString'])(
    'ignore %s',
    (text) => {
      expect(read(text)).toEqual({ page: 1, action: '', status: '', userEmail: '' });
    },
  );

  it('leave defaults out of the address', () => {
    expect(writeFilters(read('')).toString()).toBe('');
  });

  it('do not count the page as a filter', () => {
    expect(hasFilters(read('page=3'))).toBe(false);
    expect(hasFilters(read('status=success'))).toBe(true);
  });
});
