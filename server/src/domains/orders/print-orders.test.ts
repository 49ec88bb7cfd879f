import { buffer } from 'node:stream/consumers';
import type { OrderPapers } from '@lading/contract/orders/ship-orders.ts';
import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { act, batchOf, payForBatch, work } from '../../../test/bulk.ts';
import { pdfPages } from '../../../test/pdf-pages.ts';
import { call, makeShop, type Shop } from '../../../test/shipping.ts';
import {
  anItem,
  anOrder,
  aRecipient,
  makeSource,
  readyOrder,
  save,
  saveSender,
  type TestSource,
} from '../../../test/shop-orders.ts';
import type { ShopOrder } from '../../providers/order-sources/port.ts';
import { printOrders } from './print-orders.ts';

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

describe('the order date on a packing slip', () => {
  it('is a day in the time zone of the operator', async () => {
    const late = await order([TEA], { placedAt: new Date('2026-11-17T02:30:00Z') });
    const dayIn = async (timeZone: string) => {
      const { content } = await printOrders({ ...test.deps, timeZone }, shop, {
        orderIds: [late.id],
        content: 'slips',
        paper: '4x6',
      });
      const pdf = await buffer(content as AsyncIterable<Uint8Array>);
      return /Ordered(\w+,\d+)/.exec(pdfPages(pdf)[0]?.text ?? '')?.[1];
    };
    expect(await dayIn('UTC')).toBe('Nov17,2026');
    expect(await dayIn('America/New_York')).toBe('Nov16,2026');
  });
});

describe('packing slips of a plan that no longer fits', () => {
  const change = (placed: { externalId: string; number: string }, changes: Partial<ShopOrder>) =>
    save(test, source, anOrder({ ...placed, ...changes, updatedAt: new Date('2026-11-16T12:00:00Z') }));

  it.each<[string, Partial<ShopOrder>]>([
    ['is canceled', { state: 'cancelled' }],
    ['is not paid', { paid: 'no' }],
    ['has a new address', { recipient: aRecipient({ line1: '1 New St' }) }],
  ])('leave out the other order if it %s', async (_case, changes) => {
    const [gone, stays] = [await order([MUG], { number: 'gone' }), await order([TEA], { number: 'stays' })];
    await call(test, shop, 'POST', API.ordersCombine, { orderIds: [gone.id, stays.id] });
    await change(gone, { items: [MUG], ...changes });
    const pages = await pagesOf([stays], 'slips');
    expect(pages).toHaveLength(1);
    expect(pages[0]).toContain('stays');
    expect(pages[0]).toContain('TEA-5');
    expect(pages[0]).not.toMatch(/gone|MUG-1/);
  });

  it('count the pieces of the other order that have a label', async () => {
    const mugs = (quantity: number) => [{ ...MUG, quantity, remaining: quantity }];
    const labeled = await order(mugs(2), { number: 'labeled' });
    const stays = await order([TEA], { number: 'stays' });
    await buyLabels([labeled]);
    await change(labeled, { items: mugs(4) });
    await call(test, shop, 'POST', API.ordersCombine, { orderIds: [labeled.id, stays.id] });
    expect((await pagesOf([stays], 'slips'))[0]).toContain('labeled,stays');
    await change(labeled, { items: mugs(3) });
    const pages = await pagesOf([stays], 'slips');
    expect(pages).toHaveLength(1);
    expect(pages[0]).not.toMatch(/labeled|MUG-1/);
  });

  it('list what remains of a split order after a refund', async () => {
    const split = await order([{ ...MUG, quantity: 4, remaining: 4 }], { number: 'refunded' });
    await call(test, shop, 'POST', API.orderSplit.replace(':id', split.id), {
      items: [{ id: 'mug', quantity: 3 }],
    });
    await change(split, { items: [{ ...MUG, quantity: 4, remaining: 2 }] });
    const pages = await pagesOf([split], 'slips');
    expect(pages).toHaveLength(1);
    expect(pages[0]).toContain('(2of4)');
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
