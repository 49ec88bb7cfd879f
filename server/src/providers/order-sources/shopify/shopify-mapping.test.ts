import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { USUAL } from '../../../../test/doubles/shopify/shopify-double-options.ts';
import type { NewOrder } from '../../../../test/doubles/shopify/shopify-double-orders.ts';
import type { Order } from '../../../../test/doubles/shopify/shopify-double-records.ts';
import { type ShopifyAtDouble, shopifyAtDouble } from '../../../../test/shopify-at-double.ts';
import type { ShopOrder } from '../port.ts';
import { numberOf } from './shopify-ids.ts';

describe('a Shopify order', () => {
  let shopify: ShopifyAtDouble;
  beforeAll(async () => {
    shopify = await shopifyAtDouble();
  });
  beforeEach(() => shopify.double.set(USUAL));
  afterAll(async () => {
    expect(shopify.double.api.invalid).toEqual([]);
    await shopify.close();
  });

  const read = async ({ id }: Order): Promise<ShopOrder> => {
    const order = await shopify.source.readOrder(shopify.connection, numberOf(id));
    if (!order) throw new Error('The order is missing');
    return order;
  };
  const readNew = (parts: NewOrder) => read(shopify.double.addOrder(parts));

  it('keeps emoji and right-to-left text, and drops what cannot be stored', async () => {
    const { shippingAddress } = shopify.double.addSample();
    const order = await readNew({
      order: {
        note: '🎁 for عائشة\u0000\ud800',
        shippingAddress: {
          ...shippingAddress,
          name: 'عائشة الحداد',
          address1: '12 שדרות רוטשילד',
          city: '東京',
        },
      },
      lines: [{ productTitle: 'Mug 👩‍👩‍👧', variantTitle: 'Default Title', sku: null }],
    });
    expect(order).toMatchObject({
      buyerNote: '🎁 for عائشة\ufffd',
      recipient: { name: 'عائشة الحداد', line1: '12 שדרות רוטשילד', city: '東京' },
      items: [{ title: 'Mug 👩‍👩‍👧', variant: '', sku: '' }],
    });
  });

  it('has all of its 500 items', async () => {
    const lines = Array.from({ length: 500 }, (_, index) => ({ sku: `SKU-${index}` }));
    const { items } = await readNew({ lines });
    expect(items.map(({ sku }) => sku)).toEqual(lines.map(({ sku }) => sku));
    expect(new Set(items.map(({ externalId }) => externalId)).size).toBe(500);
  });

  it('is read with unknown enum values and extra fields', async () => {
    shopify.double.set({ hasUnknownEnums: true, hasExtraFields: true });
    expect(await readNew({})).toMatchObject({
      paid: 'yes',
      state: 'open',
      nothingToShip: null,
      recipient: { name: 'Ada Park' },
    });
    expect(await readNew({ order: { fullyPaid: false } })).toMatchObject({ paid: 'unknown' });
  });

  it('says that the plan withholds the recipient', async () => {
    shopify.double.set({ withholdsPersonalData: true });
    const order = await readNew({});
    expect(order).toMatchObject({ recipient: null, recipientWithheld: 'plan', state: 'open' });
    expect(order.items).toHaveLength(2);
    expect(await shopify.source.connect(shopify.connection)).toMatchObject({
      warnings: ['addresses_withheld'],
    });
  });

  it('with an incomplete address has a recipient', async () => {
    const { shippingAddress } = shopify.double.addSample();
    const order = await readNew({
      order: { shippingAddress: { ...shippingAddress, address1: null, zip: null } },
      part: { destination: null },
    });
    expect(order).toMatchObject({
      recipient: { name: 'Ada Park', line1: '', postcode: '' },
      recipientWithheld: null,
    });
  });

  it('uses the address of the fulfillment order if the order has none', async () => {
    expect(await readNew({ order: { shippingAddress: null } })).toMatchObject({
      recipient: { name: 'Ada Park', line1: '1201 Barton Springs Rd', region: 'Texas', country: 'US' },
    });
  });

  it.each([
    ['PAID', 'yes'],
    ['PARTIALLY_REFUNDED', 'yes'],
    ['PARTIALLY_PAID', 'partly'],
    ['AUTHORIZED', 'unknown'],
    ['PENDING', 'no'],
    ['VOIDED', 'no'],
    ['REFUNDED', 'no'],
    [null, 'yes'],
  ])('with the financial status %s is paid: %s', async (displayFinancialStatus, paid) => {
    expect(await readNew({ order: { displayFinancialStatus } })).toMatchObject({ paid });
  });

  const deliveredBy = (methodType: string) => ({
    part: { deliveryMethod: { id: 'gid://shopify/DeliveryMethod/9', methodType } },
  });
  const AT_OTHERS = {
    name: 'Other company',
    countryCode: 'US',
    location: { id: 'gid://shopify/Location/77', name: 'Other company', isFulfillmentService: true },
  };
  it.each<[string, NewOrder, ShopOrder['nothingToShip']]>([
    ['to be shipped', deliveredBy('SHIPPING'), null],
    ['without a delivery method', { part: { deliveryMethod: null } }, null],
    ['to be picked up', deliveredBy('PICK_UP'), 'pickup'],
    ['for local delivery', deliveredBy('LOCAL'), 'pickup'],
    ['sold in a store', deliveredBy('RETAIL'), 'pickup'],
    ['without delivery', deliveredBy('NONE'), 'digital'],
    ['of downloads', { lines: [{ requiresShipping: false }] }, 'digital'],
    ['at another company', { part: { assignedLocation: AT_OTHERS } }, 'fulfilled_by_others'],
    ['of a test', { order: { test: true } }, 'test_order'],
  ])('%s has the right reason to ship nothing', async (_, parts, nothingToShip) => {
    expect(await readNew(parts)).toMatchObject({ nothingToShip, state: 'open' });
  });

  it('whose fulfillment orders we cannot see is shipped by others, or needs no shipping', async () => {
    const order = shopify.double.addOrder();
    order.parts = [];
    expect(await read(order)).toMatchObject({ nothingToShip: 'fulfilled_by_others', items: [] });
    shopify.double.change(order, { requiresShipping: false });
    expect(await read(order)).toMatchObject({ nothingToShip: 'digital' });
  });

  it.each([
    ['OPEN', 'open', 2],
    ['IN_PROGRESS', 'open', 2],
    ['ON_HOLD', 'on_hold', 2],
    ['SCHEDULED', 'on_hold', 2],
    ['CLOSED', 'shipped', 0],
    ['CANCELLED', 'cancelled', 0],
  ])('with a fulfillment order that is %s is %s', async (status, state, remaining) => {
    const order = await readNew({ part: { status } });
    expect(order.state).toBe(state);
    expect(order.items[0]?.remaining).toBe(remaining);
  });

  it('is canceled if the store says so', async () => {
    expect(await readNew({ order: { cancelledAt: '2026-11-15T00:00:00Z' } })).toMatchObject({
      state: 'cancelled',
    });
  });

  it('merges its fulfillment orders, even when they share a line', async () => {
    const order = shopify.double.addOrder();
    const whole = await read(order);
    const part = shopify.double.split(order, 'gid://shopify/Location/99');
    expect((await read(order)).items).toEqual(whole.items);
    const [mug] = order.parts[0]?.lines ?? [];
    if (!mug) throw new Error('No mug');
    mug.totalQuantity = 1;
    mug.remainingQuantity = 1;
    part.lines.push({ ...mug, id: shopify.double.records.newId('FulfillmentOrderLineItem') });
    const counts = async () =>
      (await read(order)).items.map(({ sku, quantity, remaining }) => [sku, quantity, remaining]);
    const released = [
      ['MUG-01', 2, 2],
      ['TEA-05', 1, 1],
    ];
    expect(await counts()).toEqual(released);
    part.status = 'ON_HOLD';
    expect(await counts()).toEqual([
      ['MUG-01', 1, 1],
      ['TEA-05', 1, 0],
    ]);
    part.status = 'OPEN';
    expect(await counts()).toEqual(released);
  });

  it('has all of many fulfillment orders', async () => {
    const order = shopify.double.addOrder({ lines: Array.from({ length: 8 }, () => ({})) });
    for (let made = 1; made < 8; made += 1) shopify.double.split(order);
    expect((await read(order)).items).toHaveLength(8);
  });

  it('takes gift message, dates, weight and shipping method from where Shopify has them', async () => {
    const order = await readNew({
      order: { customAttributes: [{ key: 'Gift message', value: 'Happy birthday!' }], shippingLine: null },
      part: {
        fulfillBy: '2026-11-18T00:00:00Z',
        deliveryMethod: {
          id: 'gid://shopify/DeliveryMethod/9',
          methodType: 'SHIPPING',
          presentedName: 'Express',
          serviceCode: 'express',
          maxDeliveryDateTime: '2026-11-20T00:00:00Z',
        },
      },
      lines: [{ weight: null }],
    });
    expect(order).toMatchObject({
      giftMessage: 'Happy birthday!',
      shippingMethod: { text: 'Express', code: 'express' },
      shipBy: new Date('2026-11-18T00:00:00Z'),
      deliverBy: new Date('2026-11-20T00:00:00Z'),
    });
    expect(order.items[0]?.weightGrams).toBeCloseTo(340.194);
  });
});
