import type { OrderPreparation } from '@lading/contract/orders/orders.ts';
import { describe, expect, it } from 'vitest';
import { anItem, BOX } from '../../../test/shop-orders.ts';
import type { ShopItem } from '../../providers/order-sources/port.ts';
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

describe('the weight of a split order', () => {
  const weightsOf = (items: ShopItem[], preparation: OrderPreparation) => {
    const order = {
      id: 'order',
      items: items.map((item) => ({ ...item, needed: item.quantity })),
      preparation,
    } as unknown as StoredOrder;
    const pieces = new Map([[order.id, [planned(order.id, 'item-1')]]]);
    const { parcels } = planParcels([order], new Set([order.id]), pieces);
    return parcels.map((parcel) => preparationOf(parcel, new Map()).weightOz);
  };
  const MUGS = anItem({ quantity: 3 });
  const PLATE = anItem({ externalId: 'item-2', sku: 'PLATE-1', quantity: 1, weightGrams: null });

  it('is divided by the weight of the pieces if a person or a rule set it', () => {
    const [one = 0, two = 0] = weightsOf([MUGS], { weightOz: 64, weightSetBy: 'person' });
    expect(one + two).toBeCloseTo(64, 1);
    expect(two / one).toBeCloseTo(2, 1);
  });

  it('is that of the pieces and the package if it comes from the items', () => {
    const preparation = { weightOz: 39.98, packagingOz: 4, weightSetBy: 'shop', parcel: BOX } as const;
    expect(weightsOf([MUGS], preparation)).toEqual([16, 27.99]);
  });

  it('is divided by the number of pieces if one has no known weight', () => {
    expect(weightsOf([MUGS, PLATE], { weightOz: 64, weightSetBy: 'person' })).toEqual([16, 48]);
  });

  it('is that of the pieces if the order has none', () => {
    expect(weightsOf([MUGS, PLATE], {})).toEqual([12, undefined]);
  });
});
