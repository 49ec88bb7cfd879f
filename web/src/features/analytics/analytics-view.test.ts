import { describe, expect, it } from 'vitest';
import { rangeOf, readView, writeView } from './analytics-view.ts';

const read = (text: string) => readView(new URLSearchParams(text));

describe('the analytics range in the URL', () => {
  it('survives a round trip', () => {
    for (const view of ['7d', '30d', '1y', { startDate: '2026-01-31', endDate: '2026-02-28' }] as const)
      expect(readView(writeView(view))).toEqual(view);
  });

  it('omits the default', () => {
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
  ])('falls back to the default for "%s"', (text) => {
    expect(read(text)).toBe('30d');
  });

  it('counts back from today, or uses the chosen days', () => {
    expect(rangeOf('7d', '2026-11-15')).toEqual({ startDate: '2026-11-09', endDate: '2026-11-15' });
    const custom = { startDate: '2026-01-31', endDate: '2026-02-28' };
    expect(rangeOf(custom, '2026-11-15')).toEqual(custom);
  });
});
