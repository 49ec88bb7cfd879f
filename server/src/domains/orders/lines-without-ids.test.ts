import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CustomStoreAtDouble, customStoreAtDouble } from '../../../test/custom-store-at-double.ts';
import type { StoreOrder } from '../../../test/doubles/custom-store-double.ts';
import { makeParcel } from '../../providers/order-sources/port-suite.fixture.ts';
import { openItems, withNeeded } from './count-pieces.ts';
import { identifyItems } from './identify-items.ts';
import type { StoredItem } from './orders.tables.ts';

const MUG = { id: '', sku: 'MUG-01', name: 'Mug', ounces: 12, quantity: 1, price: '18.00', option: 'Blue' };
const TEA = { id: '', sku: 'TEA-05', name: 'Tea', ounces: 4, quantity: 1, price: '9.30', option: '' };

let store: CustomStoreAtDouble;
let inStore: StoreOrder;
beforeEach(async () => {
  store = await customStoreAtDouble();
  inStore = store.double.make({ items: [MUG] });
});
afterEach(() => store.close());

async function read(...lines: StoreOrder['items']) {
  inStore.items = lines;
  const order = await store.source.readOrder(store.connection, inStore.id);
  if (!order) throw new Error('The store does not have the order');
  return order;
}

/** The lines as they are stored after a label for all pieces of the first reading. */
async function afterLabel(...lines: StoreOrder['items']) {
  const first = withNeeded(identifyItems((await read(MUG)).items, []), [], []);
  const parcels = first.map(({ externalId, quantity }) => ({
    item_id: externalId,
    quantity,
    state: 'bought' as const,
    report: 'to_report' as const,
    is_uncertain: false,
    reference: null,
  }));
  const { items, ...order } = await read(...lines);
  const stored: StoredItem[] = withNeeded(identifyItems(items, first), first, parcels);
  const open = openItems(stored, parcels).map(({ item, quantity }) => `${quantity} x ${item.sku}`);
  return { open, stored, order: { ...order, items: stored } };
}

describe('an order of a custom store whose lines have no IDs', () => {
  it('has the added line open, wherever the store lists it', async () => {
    expect((await afterLabel(TEA, MUG)).open).toEqual(['1 x TEA-05']);
  });

  it('has the added line open if the store lists only what it has not shipped', async () => {
    expect((await afterLabel(TEA)).open).toEqual(['1 x TEA-05']);
  });

  it('is reported with the SKU and the name of the shipped line, and without an ID', async () => {
    const { order, stored } = await afterLabel(TEA, MUG);
    const parcel = makeParcel(
      order,
      stored.filter(({ sku }) => sku === MUG.sku),
    );
    await store.source.report(store.connection, parcel);
    const items = store.double.notices.at(-1)?.children.find(({ name }) => name === 'Items');
    expect(items?.children.map(({ children }) => children.map(({ text }) => text))).toEqual([
      ['', 'MUG-01', 'Mug', '1'],
    ]);
  });
});
