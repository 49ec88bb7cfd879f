import type { OrderPapers } from '@lading/contract/orders/ship-orders.ts';
import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { act, batchOf, payForBatch, work } from '../../../test/bulk.ts';
import { pdfPages } from '../../../test/pdf-pages.ts';
import { call, makeShop, type Shop } from '../../../test/shipping.ts';
import { anItem, makeSource, readyOrder, saveSender, type TestSource } from '../../../test/shop-orders.ts';

let test: TestApp;
let shop: Shop;
let source: TestSource;
beforeAll(async () => {
  test = await buildTestApp();
  shop = await makeShop(test);
  await saveSender(test, shop.userId);
  source = await makeSource(test, shop.userId);
});
afterAll(() => test.close());

const MUG = anItem({ externalId: 'mug', title: 'Mug', variant: 'Blue', sku: 'MUG-1', quantity: 3 });
const TEA = anItem({ externalId: 'tea', title: 'Tea', sku: 'TEA-5', quantity: 1 });
const order = (items = [MUG, TEA], changes = {}) => readyOrder(test, source, { items, ...changes });

const print = (orders: { id: string }[], content: OrderPapers, by = shop) =>
  call(test, by, 'POST', API.ordersPrint, { orderIds: orders.map(({ id }) => id), content });
async function pagesOf(orders: { id: string }[], content: OrderPapers): Promise<string[]> {
  const answer = await print(orders, content);
  expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200);
  expect(answer.headers['content-type']).toBe('application/pdf');
  return pdfPages(answer.rawPayload).map(({ text }) => text);
}
async function buyLabels(orders: { id: string }[]) {
  const orderIds = orders.map(({ id }) => id);
  const { batchId } = (await call(test, shop, 'POST', API.ordersShip, { orderIds })).json();
  await work(test);
  await act(test, shop, API.batchRates, batchId);
  await work(test);
  const { paymentIntentId } = await payForBatch(test, shop, await batchOf(test, shop, batchId));
  await act(test, shop, API.batchLabels, batchId, { paymentIntentId });
  await work(test);
}

describe('packing slips', () => {
  it('list what is in each parcel, once for a shared one', async () => {
    const split = await order();
    await call(test, shop, 'POST', API.orderSplit.replace(':id', split.id), {
      items: [{ id: 'mug', quantity: 1 }],
    });
    const pair = [await order([TEA], { number: 'pair-1' }), await order([MUG], { number: 'pair-2' })];
    await call(test, shop, 'POST', API.ordersCombine, { orderIds: pair.map(({ id }) => id) });
    const pages = await pagesOf([split, ...pair], 'slips');
    expect(pages).toHaveLength(3);
    expect(pages.filter((text) => /Package[12]of2/.test(text))).toHaveLength(2);
    expect(pages.at(-1)).toContain('pair-1,pair-2');
    expect(pages.at(-1)).toContain('MUG-1');
    expect(pages.at(-1)).toContain('TEA-5');
  });

  it('follow the label of their parcel', async () => {
    const orders = [await order([MUG], { number: 'label-1' }), await order([TEA], { number: 'label-2' })];
    expect((await print(orders, 'labels_and_slips')).statusCode).toBe(404);
    await buyLabels(orders);
    const pages = await pagesOf(orders.toReversed(), 'labels_and_slips');
    const slips = pages.flatMap((text, index) => (text.includes('Packingslip') ? [index] : []));
    expect(pages).toHaveLength(4);
    expect(slips).toEqual([1, 3]);
    expect(pages[1]).toContain('label-2');
    expect(pages[3]).toContain('label-1');
  });
});

describe('a pick list', () => {
  it('adds up the pieces that have no label yet, by SKU', async () => {
    const orders = [await order([MUG, TEA]), await order([MUG]), await order([TEA])];
    await buyLabels(orders.slice(2));
    const [page = ''] = await pagesOf(orders, 'pick_list');
    expect(page).toMatch(/MUG-1[\s\S]*\(6\)[\s\S]*TEA-5[\s\S]*\(1\)/);
  });
});

describe('other clients', () => {
  it('cannot print an order', async () => {
    const other = await makeShop(test);
    expect((await print([await order()], 'slips', other)).statusCode).toBe(404);
  });
});

describe('a request', () => {
  it('can have up to a thousand orders', async () => {
    const mine = await order();
    const many = Array.from({ length: 1_001 }, () => mine);
    expect((await print(many, 'slips')).statusCode).toBe(400);
    expect((await print(many.slice(1), 'slips')).statusCode).toBe(200);
  });
});
