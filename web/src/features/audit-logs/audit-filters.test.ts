import { describe, expect, it } from 'vitest';
import { hasFilters, readView, writeView } from './audit-filters.ts';

const read = (text: string) => readView(new URLSearchParams(text));

describe('audit filters in the URL', () => {
  it('survive a round trip', () => {
    const view = {
      page: 4,
      action: 'LOGIN',
      status: 'error',
      userEmail: 'a+b@example.com',
      startDate: '2026-11-01',
      endDate: '2026-11-30',
      log: '0199c1f4-55aa-7c3e-9d0b-3f2b5a9c1e77',
    } as const;
    expect(readView(writeView(view))).toEqual(view);
  });

  it.each([
    'page=0',
    'page=-1',
    'page=2.5',
    'page=x',
    'page=99999999',
    'action=NOPE',
    'status=toString',
    'log=%3Cb%3E',
    'startDate=2026-02-30',
    'startDate=2026-03-01&endDate=2026-02-01',
  ])('ignore %s', (text) => {
    expect(read(text)).toEqual({
      page: 1,
      action: '',
      status: '',
      userEmail: '',
      startDate: '',
      endDate: '',
      log: '',
    });
  });

  it('omit defaults from the URL', () => {
    expect(writeView(read('')).toString()).toBe('');
  });

  it('do not count the page as a filter', () => {
    expect(hasFilters(read('page=3'))).toBe(false);
    expect(hasFilters(read('status=success'))).toBe(true);
  });
});
