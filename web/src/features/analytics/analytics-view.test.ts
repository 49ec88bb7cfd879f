import { describe, expect, it } from 'vitest';
import { rangeOf, readView, writeView } from './analytics-view.ts';

const read = (text: string) => readView(new URLSearchParams(text));

describe('the range of the analytics in the address', () => {
  it('survives the way there and back', () => {
    for (const view of ['7d', '30d', '1y', { startDate: '2026-01-31', endDate: '2026-02-28' }] as const)
      expect(readView(writeView(view))).toEqual(view);
  });

  it('leaves the usual one out', () => {
    expect(writeView('30d').toString()).toBe('');
  });

  it.each([
    '',
    'range=2y',
    'from=2026-01-01',
    'to=2026-01-01',
    'from=2026-02-30&to=2026-03-01',
    'from=2026-03-02&to=2026-03-01',
    'range=constructor',
  ])('is the usual one for "%s"', (text) => {
    expect(read(text)).toBe('30d');
  });

  it('counts back from today, or is as it was chosen', () => {
    expect(rangeOf('7d', '2026-11-15')).toEqual({ startDate: '2026-11-09', endDate: '2026-11-15' });
    const own = { startDate: '2026-01-31', endDate: '2026-02-28' };
    expect(rangeOf(own, '2026-11-15')).toEqual(own);
  });
});
