import { describe, expect, it } from 'vitest';
import { readView, writeView } from './dashboard-view.ts';

const read = (text: string) => readView(new URLSearchParams(text));

describe('the dashboard view in the URL', () => {
  it('survives a round trip', () => {
    for (const view of [
      { period: '7d', by: 'day' },
      { period: '365d', by: 'month' },
      { period: 'yesterday', by: 'month' },
      { period: { startDate: '2026-11-14', endDate: '2026-11-14' }, by: 'day' },
    ] as const)
      expect(readView(writeView(view))).toEqual(view);
  });

  it.each([
    '',
    'period=12d',
    'period=',
    'by=hour',
    'from=2026-02-02&to=2026-02-01',
    'from=2026-02-30&to=2026-03-01',
  ])('falls back to the default for "%s"', (text) => {
    expect(read(text)).toEqual({ period: '30d', by: 'month' });
    expect(writeView(read(text)).toString()).toBe('');
  });
});
