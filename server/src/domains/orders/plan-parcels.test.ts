import { describe, expect, it } from 'vitest';
import { anItem } from '../../../test/shop-orders.ts';
import { planParcels, preparationOf } from './plan-parcels.ts';
import type { OrderPieces, StoredOrder } from './saved-orders.store.ts';

describe('the parcels of an order that is split again', () => {
  it('share the insurance and weight of the open pieces, without those that are shipped', () => {
    const order = {
      id: 'order',
      items: [{ ...anItem({ quantity: 4, weightGrams: null }), needed: 4 }],
      preparation: { weightOz: 20, insuranceCents: 20_000 },
    } as unknown as StoredOrder;
    const piecesIn = (parcel_id: string, state: OrderPieces['state'], quantity: number) =>
      ({ order_id: order.id, parcel_id, item_id: 'item-1', quantity, state }) as OrderPieces;
    const pieces = [piecesIn('shipped', 'bought', 2), piecesIn('plan', 'planned', 1)];
    const { parcels } = planParcels([order], new Set([order.id]), new Map([[order.id, pieces]]));
    expect(parcels.map((parcel) => preparationOf(parcel, new Map()))).toEqual([
      { weightOz: 10, insuranceCents: 10_000 },
      { weightOz: 10, insuranceCents: 10_000 },
    ]);
  });
});
