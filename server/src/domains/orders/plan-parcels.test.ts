import { describe, expect, it } from 'vitest';
import { anItem } from '../../../test/shop-orders.ts';
import { planParcels, preparationOf } from './plan-parcels.ts';
import type { OrderPieces, StoredOrder } from './saved-orders.store.ts';

const planned = (order_id: string, item_id: string, parcel_id = 'plan') =>
  ({ order_id, parcel_id, item_id, quantity: 1, state: 'planned' }) as OrderPieces;

it('orders that were combined ship apart if the address of one has changed', () => {
  const orderTo = (id: string, recipient: string) =>
    ({
      id,
      items: [{ ...anItem({ quantity: 1 }), needed: 1 }],
      preparation: {},
      recipient_key: Buffer.from(recipient),
    }) as unknown as StoredOrder;
  const plansFor = (recipient: string) => {
    const orders = [orderTo('a', 'old'), orderTo('b', recipient)];
    const pieces = new Map(orders.map(({ id }) => [id, [planned(id, 'item-1')]]));
    const { parcels, outdated } = planParcels(orders, new Set(['a', 'b']), pieces);
    return [parcels.map(({ shares }) => shares.map(({ order }) => order.id)), [...outdated]];
  };
  expect(plansFor('old')).toEqual([[['a', 'b']], []]);
  expect(plansFor('new')).toEqual([
    [['a'], ['b']],
    ['a', 'b'],
  ]);
});

it('the parts of a split order are insured by the value of their pieces', () => {
  const item = (externalId: string, quantity: number, unitPriceCents: number) => ({
    ...anItem({ externalId, quantity, unitPriceCents }),
    needed: quantity,
  });
  const order = {
    id: 'order',
    items: [item('camera', 1, 100_000), item('cable', 9, 100)],
    preparation: { insuranceCents: 100_900 },
  } as unknown as StoredOrder;
  const pieces = new Map([[order.id, [planned(order.id, 'camera')]]]);
  const { parcels } = planParcels([order], new Set([order.id]), pieces);
  expect(parcels.map((parcel) => preparationOf(parcel, new Map()).insuranceCents)).toEqual([100_000, 900]);
});

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
