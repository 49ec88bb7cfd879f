import { describe, expect, it } from 'vitest';
import { OrdersSchema, TrackingsSchema } from './woocommerce-answers.ts';

describe('a list in an answer of a store', () => {
  it('is described by its first problem only, however many it has', () => {
    const { error } = OrdersSchema.safeParse(Array.from({ length: 10_000 }, () => ({})));
    expect(error?.issues.map(({ path }) => path)).toEqual([[0, 'id']]);
  });

  it('names the item and the field of a problem', () => {
    const tracking = { tracking_id: '7', tracking_number: '1Z' };
    const { error } = TrackingsSchema.safeParse([tracking, { ...tracking, tracking_id: 7 }]);
    expect(error?.issues.map(({ path }) => path)).toEqual([[1, 'tracking_id']]);
  });

  it('is refused before its items are read if it is too long', () => {
    const { error } = OrdersSchema.safeParse(Array.from({ length: 1_000_000 }, () => 1));
    expect(error?.issues).toMatchObject([{ code: 'too_big', path: [] }]);
  });
});
