import { describe, expect, it, vi } from 'vitest';
import { anOrder } from '../../../test/shop-orders.ts';
import { cleanOrder } from './clean-order.ts';

describe('texts of megabytes', () => {
  it('are cut before they are cleaned line by line', () => {
    const cleaned = vi.spyOn(String.prototype, 'toWellFormed');
    try {
      const order = anOrder({
        buyerNote: `Ring twice\n${'\u200b\n'.repeat(100_000)}`,
        tags: Array.from({ length: 100_000 }, (_, index) => `tag-${index}`),
      });
      const { buyerNote, tags } = cleanOrder(order);
      expect([buyerNote.slice(0, 10), tags.length]).toEqual(['Ring twice', 20]);
      expect(cleaned.mock.calls.length).toBeLessThan(5_000);
    } finally {
      cleaned.mockRestore();
    }
  });

  it('may begin with blanks', () => {
    const blank = ' '.repeat(100_000);
    const { buyerNote, number } = cleanOrder(anOrder({ buyerNote: `${blank}Hello`, number: `${blank}#7` }));
    expect([buyerNote, number]).toEqual(['Hello', '#7']);
  });
});
