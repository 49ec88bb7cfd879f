import { describe, expect, it } from 'vitest';
import { readView, writeView } from './dashboard-view.ts';

const read = (text: string) => readView(new URLSearchParams(text));

describe('the view of the dashboard in the address', () => {
  it('survives the way there and back', () => {
    for (const view of [
      { period: '7d', by: 'day' },
      { period: '365d', by: 'month' },
    ] as const)
      expect(readView(writeView(view))).toEqual(view);
  });

  it.each(['', 'period=12d', 'period=', 'by=hour'])('is as usual for "%s"', (text) => {
    expect(read(text)).toEqual({ period: '30d', by: 'month' });
    expect(writeView(read(text)).toString()).toBe('');
  });
});
