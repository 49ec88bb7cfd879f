import { CUSTOMS } from '@lading/contract/customs/customs-messages.ts';
import { MAX_INSURED_CENTS } from '@lading/contract/customs/extras.ts';
import { MAX_ORDER_ITEMS } from '@lading/contract/orders/orders.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { legalMovesInCode, legalMovesInDatabase } from '../../../test/legal-moves.ts';
import { makeShop, type Shop } from '../../../test/shipping.ts';
import {
  anItem,
  anOrder,
  aRecipient,
  makeSource,
  orderRow,
  save,
  saveSender,
  type TestSource,
} from '../../../test/shop-orders.ts';
import { transaction } from '../../platform/db/database.ts';
import type { ShopOrder } from '../../providers/order-sources/port.ts';
import { saveProducts } from '../products/save-products.ts';
import { INITIAL_PARCEL_STATES, ORDER_PARCEL_MOVES } from './order-parcels.states.ts';
import { INITIAL_REPORT_STATE, ORDER_REPORT_MOVES } from './order-reports.states.ts';

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

const saved = async (order: ShopOrder) => {
  await save(test, source, order);
  return orderRow(test, source, order.externalId);
};
const setPreparation = (externalId: string, preparation: object) =>
  test.deps.db
    .updateTable('orders')
    .set({ preparation: JSON.stringify(preparation) })
    .where('external_id', '=', externalId)
    .execute();
const BOX = { type: 'package', lengthIn: 10, widthIn: 8, heightIn: 4 };
const CANADIAN = aRecipient({ country: 'CA', region: 'Ontario', postcode: 'M5H 2N2', city: 'Toronto' });
const WITHHELD = { recipient: null, recipientWithheld: 'plan' } as const;
const LATER = new Date('2026-11-16T11:00:00Z');

describe('orders of a store', () => {
  it('are added once, changed by a newer state, and left alone by an older one', async () => {
    const order = anOrder();
    const other = anOrder();
    expect(await save(test, source, order, other)).toEqual({ added: 2, changed: 0, unchanged: 0 });
    expect(await save(test, source, order, other)).toEqual({ added: 0, changed: 0, unchanged: 2 });
    const newer = { ...order, number: '#newer', updatedAt: LATER };
    expect(await save(test, source, newer, other)).toEqual({ added: 0, changed: 1, unchanged: 1 });
    expect(await save(test, source, { ...order, number: '#old' })).toEqual({
      added: 0,
      changed: 0,
      unchanged: 1,
    });
    expect((await orderRow(test, source, order.externalId)).number).toBe('#newer');
  });

  it('are saved once if a page has them twice', async () => {
    const order = anOrder();
    const counts = await save(test, source, { ...order, number: '#last', updatedAt: LATER }, order);
    expect(counts).toEqual({ added: 1, changed: 0, unchanged: 1 });
    expect((await orderRow(test, source, order.externalId)).number).toBe('#last');
  });

  it('are saved once by two processes that read the same page', async () => {
    const orders = Array.from({ length: 20 }, () => anOrder());
    const counts = await Promise.all([
      save(test, source, ...orders),
      save(test, source, ...orders.toReversed()),
    ]);
    expect(counts.reduce((sum, { added }) => sum + added, 0)).toBe(20);
  });

  it('take their weight from the store or the product list, and ask for the rest', async () => {
    const product = {
      sku: 'plate-1',
      name: 'Plate',
      description: '',
      unitValue: null,
      hsCode: '',
      origin: '',
    };
    await transaction(test.deps.db, (trx) =>
      saveProducts(test.deps, trx, {
        userId: shop.userId,
        products: [{ ...product, unitWeight: 10 }],
        fields: new Set(['unit_weight_oz']),
      }),
    );
    expect(await saved(anOrder())).toMatchObject({
      preparation: { weightOz: 23.99, weightSetBy: 'shop' },
      problems: [{ code: 'size_missing' }],
      status: 'attention',
    });
    const plates = anItem({ externalId: 'item-2', sku: 'PLATE-1', weightGrams: null, quantity: 3 });
    expect(await saved(anOrder({ items: [anItem(), plates] }))).toMatchObject({
      preparation: { weightOz: 53.99, weightSetBy: 'items' },
    });
    const cup = anItem({ externalId: 'item-3', sku: 'CUP-9', weightGrams: null });
    expect((await saved(anOrder({ items: [anItem(), cup] }))).problems).toEqual([
      { code: 'weight_missing', detail: 'CUP-9' },
      { code: 'size_missing' },
    ]);
  });

  it('keep what a person entered', async () => {
    const order = anOrder();
    await saved(order);
    await setPreparation(order.externalId, {
      parcel: BOX,
      parcelSetBy: 'person',
      weightOz: 40,
      weightSetBy: 'person',
    });
    const after = await saved({ ...order, totalCents: 3_000, updatedAt: LATER });
    expect(after).toMatchObject({
      status: 'ready',
      problems: [],
      preparation: { parcel: BOX, parcelSetBy: 'person', weightOz: 40, weightSetBy: 'person' },
    });
  });

  it('are kept with the reason if there is nothing to ship', async () => {
    for (const [changes, excluded] of [
      [{ paid: 'no' }, 'unpaid'],
      [{ state: 'cancelled' }, 'cancelled'],
      [{ nothingToShip: 'pickup' }, 'pickup'],
      [{ items: [anItem({ requiresShipping: false })] }, 'digital'],
      [{ state: 'shipped', items: [anItem({ remaining: 0 })] }, 'shipped_elsewhere'],
    ] as const)
      expect(await saved(anOrder(changes as Partial<ShopOrder>))).toMatchObject({
        status: 'excluded',
        excluded,
      });
  });

  it('name every field of an address that a carrier does not accept', async () => {
    const { problems, country } = await saved(
      anOrder({ recipient: aRecipient({ city: '', postcode: '', name: 'محمد علي' }) }),
    );
    expect(problems.map(({ code, field }) => [code, field])).toEqual([
      ['size_missing', undefined],
      ['address_incomplete', 'fullName'],
      ['address_incomplete', 'city'],
      ['address_incomplete', 'zipCode'],
    ]);
    expect(country).toBe('US');
  });

  it('say that the store withholds the address', async () => {
    expect(await saved(anOrder({ recipient: null, recipientWithheld: 'plan' }))).toMatchObject({
      recipient_key: null,
      problems: [{ code: 'address_withheld' }, { code: 'size_missing' }],
    });
  });

  it('need no phone number or email address of the recipient', async () => {
    for (const contact of [
      { phone: '', email: '' },
      { phone: 'n/a', email: 'none' },
      { phone: '', email: '', country: 'DE', region: '', postcode: '10115', city: 'Berlin' },
    ])
      expect((await saved(anOrder({ recipient: aRecipient(contact) }))).problems).toEqual([
        { code: 'size_missing' },
      ]);
  });

  it('ask for customs data that neither the store nor the product list has', async () => {
    const recipient = CANADIAN;
    expect((await saved(anOrder({ recipient }))).problems).toEqual([{ code: 'size_missing' }]);
    const items = [anItem({ hsCode: '', originCountry: '' })];
    expect((await saved(anOrder({ recipient, items }))).problems.map(({ code }) => code)).toEqual([
      'size_missing',
      'customs_missing',
    ]);
    expect((await saved(anOrder({ recipient, currency: 'CAD' }))).problems.map(({ code }) => code)).toContain(
      'customs_missing',
    );
  });

  it.each([
    ['abroad', { recipient: CANADIAN }, 5_000, CUSTOMS.insuranceAboveValue],
    ['to a withheld address', WITHHELD, MAX_INSURED_CENTS + 1, CUSTOMS.insuranceTooHigh],
  ] as const)('name insurance that is not possible %s', async (_name, change, insuranceCents, detail) => {
    const order = anOrder(change);
    await saved(order);
    await setPreparation(order.externalId, { parcel: BOX, parcelSetBy: 'person', insuranceCents });
    const { problems } = await saved({ ...order, buyerNote: 'Hello', updatedAt: LATER });
    expect(problems.filter(({ code }) => code !== 'address_withheld')).toEqual([
      { code: 'extras_not_possible', detail },
    ]);
  });

  it('share a key if they go to the same recipient, despite different spelling', async () => {
    const keys = await Promise.all(
      [
        {},
        { name: 'DANA REYES', line1: '500 W. 2nd St Apt 1900', region: 'TX' },
        { name: 'Dana Reyés', phone: '', email: '' },
        { line1: '502 W 2nd St' },
      ].map(async (changes) => (await saved(anOrder({ recipient: aRecipient(changes) }))).recipient_key),
    );
    const [first, second, third, other] = keys.map((key) => key?.toString('hex'));
    expect([second, third]).toEqual([first, first]);
    expect(other).not.toBe(first);
  });
});

describe('the states of parcels and reports', () => {
  it('move in the database as in the code', async () => {
    const { db } = test.deps;
    const [planned, inBatch] = INITIAL_PARCEL_STATES;
    expect(await legalMovesInDatabase(db, 'order_parcels')).toEqual(
      [...legalMovesInCode(planned, ORDER_PARCEL_MOVES), ` → ${inBatch}`].sort(),
    );
    expect(await legalMovesInDatabase(db, 'order_reports')).toEqual(
      legalMovesInCode(INITIAL_REPORT_STATE, ORDER_REPORT_MOVES),
    );
  });
});

describe('hostile orders', () => {
  it('are cleaned instead of refused', async () => {
    const recipient = aRecipient({ name: 'Dana\u0000 \u202eReyes\ud800 🎁', company: 'x'.repeat(5_000) });
    const order = anOrder({
      number: '\u0007'.repeat(300),
      buyerNote: `Hello\r\nthere\u0000${'y'.repeat(9_000)}`,
      tags: ['a', 'a', '', ...Array.from({ length: 99 }, (_, index) => `tag ${index}`)],
      currency: '¤',
      totalCents: Number.NaN,
      recipient,
      items: [anItem({ title: 'Mug\u0000 ☕', quantity: 1e12, weightGrams: -5, originCountry: 'Nowhere' })],
    });
    const row = await saved(order);
    expect(row).toMatchObject({ number: order.externalId, currency: 'USD', total_cents: 0 });
    expect(row.shop_recipient?.name).toBe('Dana Reyes 🎁');
    expect(row.notes.buyer.startsWith('Hello\nthere')).toBe(true);
    expect(row.shop_tags).toHaveLength(20);
    expect(row.items).toMatchObject([
      { title: 'Mug ☕', quantity: 100_000, weightGrams: null, originCountry: '' },
    ]);
    expect(row.problems.map(({ code, field }) => field ?? code)).toContain('company');
  });

  it('may have 500 items', async () => {
    const items = Array.from({ length: MAX_ORDER_ITEMS }, (_, index) =>
      anItem({ externalId: `item-${index}`, sku: `SKU-${index}`, quantity: 1, weightGrams: 10 }),
    );
    const row = await saved(anOrder({ items }));
    expect([row.items.length, row.preparation.weightOz]).toEqual([500, 176.37]);
    expect(row.problems).toEqual([{ code: 'size_missing' }]);
  });
});
