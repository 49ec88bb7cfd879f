import type { BulkCells } from '@lading/contract/bulk/columns.ts';
import { customsQuestions } from '@lading/contract/bulk/customs-questions.ts';
import { CUSTOMS } from '@lading/contract/customs/customs-messages.ts';
import type { Product, ProductBody } from '@lading/contract/products.ts';
import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import {
  act,
  batchOf,
  begunBatch,
  edit,
  goodCells,
  ratedBatch,
  rowsOf,
  rowsOfBatch,
  upload,
  work,
} from '../../../test/bulk.ts';
import { sentStatements } from '../../../test/sent-statements.ts';
import { call, makeShop, type Shop } from '../../../test/shipping.ts';

let test: TestApp;
let shop: Shop;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  shop = await makeShop(test);
});
afterAll(() => test.close());

const keep = async (product: ProductBody) => {
  const answer = await call(test, shop, 'POST', API.products, product);
  expect(answer.statusCode, answer.body).toBe(201);
};
const products = async (): Promise<Map<string, Product>> => {
  const answer = await call(test, shop, 'GET', `${API.products}?limit=1000`);
  return new Map(answer.json().products.map((product: Product) => [product.sku.toLowerCase(), product]));
};
const isLookUp = (text: string) => text.includes('JOIN products');

const BERLIN: BulkCells = {
  receiver_phone: '+493012345678',
  receiver_address: 'Invalidenstr. 116',
  receiver_city: 'Berlin',
  receiver_state: 'BE',
  receiver_zipcode: '10115',
  receiver_country: 'DE',
};
const CANDLE: BulkCells = {
  item_description: 'Soy wax candle',
  item_quantity: '2',
  item_weight: '8',
  item_value: '22.00',
  item_hs: '3406.00',
  item_origin: 'US',
  item_sku: 'C-1',
};
/** What a shop export has. */
const ORDERED: BulkCells = { ...CANDLE, item_weight: '', item_hs: '', item_origin: '' };
const VALUES = {
  description: '',
  unitWeight: 8,
  unitValue: null,
  hsCode: '3406.00',
  origin: 'United States',
};

const abroad = (number: number, items: BulkCells = CANDLE) => goodCells(number, { ...BERLIN, ...items });
const complete = (id: string, answers: readonly object[]) => act(test, shop, API.batchItems, id, { answers });

describe('an international row', () => {
  it('is invalid without a declaration, and a domestic one is not', async () => {
    let id = '';
    const sent = await sentStatements(async () => {
      id = (await upload(test, shop, [abroad(1, {}), goodCells(2)])).id;
    });
    expect(sent.filter(isLookUp)).toHaveLength(0);
    expect(await rowsOfBatch(test, shop, id)).toMatchObject([
      {
        status: 'invalid',
        error: CUSTOMS.declarationRequired,
        problems: [{ column: 'item_description', kind: 'declaration' }],
      },
      { status: 'pending', problems: [] },
    ]);
    const answer = await edit(test, shop, id, [{ number: 1, cells: CANDLE }]);
    expect(answer.json().batch.counts).toMatchObject({ pending: 2, invalid: 0 });
  });

  it('is rated and bought with its declaration and extras', async () => {
    const { id } = await begunBatch(test, shop, [
      abroad(1, { ...CANDLE, insurance: '44', signature: 'standard' }),
      goodCells(2, { order_ref: 'A-1042' }),
    ]);
    await work(test);
    const rows = await rowsOfBatch(test, shop, id);
    expect(rows).toMatchObject([{ status: 'label_generated' }, { status: 'label_generated' }]);
    const bought = await test.deps.db
      .selectFrom('shipments')
      .select(['id', 'declaration'])
      .where(
        'id',
        'in',
        rows.flatMap(({ transaction }) => transaction?.transactionId ?? []),
      )
      .execute();
    const of = (row = rows[0]) =>
      bought.find((one) => one.id === row?.transaction?.transactionId)?.declaration;
    expect(of()).toMatchObject({
      customs: {
        contentsType: 'merchandise',
        nonDelivery: 'return',
        signer: 'Ada Park',
        items: [{ description: 'Soy wax candle', quantity: 2, unitValueCents: 2200, hsCode: '340600' }],
      },
      extras: { signature: 'standard', insuredCents: 4400 },
    });
    expect(of(rows[1])).toBeNull();
    const label = API.labelFile.replace(':id', rows[1]?.transaction?.transactionId ?? '');
    const zpl = await call(test, shop, 'GET', `${label}?format=zpl`);
    expect(zpl.body, 'the order number is printed').toMatch(/ref.*a-1042/i);
  });
});

describe('the product list', () => {
  it('fills what the rows lack, with one lookup for all of them', async () => {
    await keep({ ...VALUES, sku: 'C-1', name: 'Candle', hsCode: '340600', origin: 'US', unitValue: 99 });
    let id = '';
    const sent = await sentStatements(async () => {
      const rows = [
        abroad(1, ORDERED),
        abroad(2, { ...ORDERED, item_sku: 'c-1' }),
        abroad(3, { ...ORDERED, item_sku: 'unknown' }),
        goodCells(4, ORDERED),
      ];
      id = (await upload(test, shop, rows)).id;
    });
    expect(sent.filter(isLookUp)).toHaveLength(1);
    const rows = await rowsOfBatch(test, shop, id);
    expect(rows.map(({ status }) => status)).toEqual(['pending', 'pending', 'invalid', 'pending']);
    expect(rows[0]).toMatchObject({
      cells: { item_weight: '8', item_hs: '340600', item_origin: 'US', item_value: '22.00' },
      filled: ['item_weight', 'item_hs', 'item_origin'],
    });
    // A domestic row needs no declaration, so nothing is filled in.
    expect(rows[3]?.cells).toEqual(goodCells(4, ORDERED));
  });

  it('also fills edited rows', async () => {
    const { id } = await upload(test, shop, [abroad(1, {})]);
    await keep({ ...VALUES, sku: 'C-1', name: 'Candle', hsCode: '340600', origin: 'US' });
    const answer = await edit(test, shop, id, [{ number: 1, cells: ORDERED }]);
    expect(answer.json().batch.counts).toMatchObject({ pending: 1 });
  });
});

describe('answering for many rows', () => {
  it('takes one question per SKU for 500 rows, and one call', async () => {
    const skus = 12;
    const { id } = await upload(
      test,
      shop,
      rowsOf(500, (number) => ({ ...BERLIN, ...ORDERED, item_sku: `C-${number % skus}` })),
    );
    expect((await batchOf(test, shop, id)).counts.invalid).toBe(500);
    const questions = customsQuestions(await rowsOfBatch(test, shop, id), false);
    expect(questions).toHaveLength(skus);
    const { version } = await batchOf(test, shop, id);
    const answer = await complete(
      id,
      questions.map(({ sku, description }) => ({ sku, description, values: VALUES, saveProduct: true })),
    );
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json().batch).toMatchObject({ counts: { pending: 500, invalid: 0 }, version: version + 1 });
    const list = await products();
    expect(list.size).toBe(skus);
    expect(list.get('c-3')).toMatchObject({
      name: 'Soy wax candle',
      unitWeight: 8,
      unitValue: null,
      hsCode: '340600',
      origin: 'US',
    });
    // The next file has no questions.
    const next = await upload(test, shop, [abroad(1, { ...ORDERED, item_sku: 'C-3' })]);
    expect((await batchOf(test, shop, next.id)).counts).toMatchObject({ pending: 1, invalid: 0 });
  });

  it('leaves other rows, usable values and the product list alone', async () => {
    await keep({
      ...VALUES,
      sku: 'C-1',
      name: 'My candle',
      hsCode: '',
      origin: '',
      unitValue: 5,
      unitWeight: null,
    });
    const { id } = await upload(test, shop, [
      abroad(1, { ...ORDERED, item_weight: '3' }),
      abroad(2, { ...ORDERED, item_sku: 'C-2' }),
      abroad(3),
      goodCells(4),
    ]);
    const before = await rowsOfBatch(test, shop, id);
    await complete(id, [{ sku: 'c-1', values: VALUES }]);
    const after = await rowsOfBatch(test, shop, id);
    expect(after[0]).toMatchObject({ status: 'pending', cells: { item_weight: '3', item_hs: '340600' } });
    expect(after.slice(1)).toEqual(before.slice(1));
    expect((await products()).get('c-1')).toMatchObject({ hsCode: '' });
    await complete(id, [{ sku: 'C-1', values: VALUES, saveProduct: true }]);
    expect((await products()).get('c-1')).toMatchObject({
      name: 'My candle',
      hsCode: '340600',
      unitValue: 5,
      unitWeight: 8,
    });
  });

  it('says what is wrong with an answer and changes nothing', async () => {
    const { id } = await upload(test, shop, [abroad(1, ORDERED)]);
    const before = await rowsOfBatch(test, shop, id);
    const answer = await complete(id, [
      {
        sku: 'C-1',
        values: { ...VALUES, hsCode: '12', unitWeight: 0, origin: 'Atlantis' },
        saveProduct: true,
      },
    ]);
    expect(answer.statusCode).toBe(400);
    const messages = answer.json().fields.map(({ path, message }: Record<string, string>) => [path, message]);
    expect(messages).toEqual(
      expect.arrayContaining([
        ['answers.0.values.hsCode', CUSTOMS.hsInvalid],
        ['answers.0.values.unitWeight', CUSTOMS.weightInvalid],
        ['answers.0.values.origin', CUSTOMS.originRequired],
      ]),
    );
    expect(await rowsOfBatch(test, shop, id)).toEqual(before);
    expect((await products()).size).toBe(0);
  });

  it('changes no removed or paid row, and no batch of another client', async () => {
    const { id } = await upload(test, shop, [abroad(1, ORDERED), abroad(2, ORDERED)]);
    await act(test, shop, API.batchRemovals, id, { numbers: [1], removed: true });
    const stranger = await makeShop(test);
    const refused = await act(test, stranger, API.batchItems, id, {
      answers: [{ sku: 'C-1', values: VALUES }],
    });
    expect(refused.statusCode).toBe(404);
    await complete(id, [{ sku: 'C-1', values: VALUES }]);
    const rows = await rowsOfBatch(test, shop, id);
    expect(rows.map(({ status, removed }) => [status, removed])).toEqual([
      ['invalid', true],
      ['pending', false],
    ]);
    const paid = await begunBatch(test, shop, [goodCells(3)]);
    const kept = await rowsOfBatch(test, shop, paid.id);
    await complete(paid.id, [{ values: VALUES }]);
    expect((await rowsOfBatch(test, shop, paid.id))[0]?.cells).toEqual(kept[0]?.cells);
  });

  it('adds an item to rows that have none', async () => {
    const { id } = await upload(test, shop, [abroad(1, {}), abroad(2, {})]);
    const values = { ...VALUES, description: 'Beeswax candle', unitValue: 15 };
    await complete(id, [{ values }]);
    const batch = await batchOf(test, shop, id);
    expect(batch.counts).toMatchObject({ pending: 2, invalid: 0 });
    const rated = await ratedBatch(test, shop, [abroad(1)]);
    expect(rated.counts).toMatchObject({ rate_selected: 1 });
  });
});
