import { describe, expect, it } from 'vitest';
import { hasFilters, readView, writeView } from './clients-view.ts';

const read = (text: string) => readView(new URLSearchParams(text));

describe('the client list view in the URL', () => {
  it('survives a round trip', () => {
    const view = {
      page: 3,
      search: 'ada & sons',
      status: 'suspended',
      sortBy: 'trend',
      sortOrder: 'ASC',
    } as const;
    expect(readView(writeView(view))).toEqual(view);
  });

  it.each(['page=0', 'page=-1', 'page=1.5', 'page=9999999', 'status=toString', 'status=ACTIVE'])(
    'ignores %s',
    (text) => {
      expect(read(text)).toEqual({ page: 1, search: '', status: '', sortBy: 'newest', sortOrder: 'DESC' });
    },
  );

  it('is empty for the default list', () => {
    expect(writeView(read('')).toString()).toBe('');
  });

  it('does not count the page as a filter', () => {
    expect(hasFilters(read('page=3'))).toBe(false);
    expect(hasFilters(read('search=ada'))).toBe(true);
    expect(hasFilters(read('status=inactive'))).toBe(true);
  });
});
