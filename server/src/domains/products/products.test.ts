import { CUSTOMS } from '@lading/contract/customs/customs-messages.ts';
import { MAX_PRODUCTS, PRODUCTS, type Product } from '@lading/contract/products.ts';
import { API } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { call, makeShop, type Shop } from '../../../test/shipping.ts';
import { newId } from '../../platform/ids.ts';
import { findProductsBySku } from './find-products-by-sku.ts';

let test: TestApp;
let shop: Shop;
beforeAll(async () => {
  test = await buildTestApp();
  shop = await makeShop(test);
});
afterAll(() => test.close());

const CANDLE = {
  sku: 'CANDLE-1',
  name: 'Candle "Forest"',
  description: 'Soy wax candle',
  unitWeight: 8.5,
  unitValue: 12.34,
  hsCode: '340600',
  origin: 'US',
};
const add = (body: object, owner = shop) => call(test, owner, 'POST', API.products, body);
const list = async (query: string, owner = shop): Promise<{ products: Product[]; pagination: object }> =>
  (await call(test, owner, 'GET', `${API.products}?${query}`)).json();
const skusOf = ({ products }: { products: Product[] }) => products.map(({ sku }) => sku);

describe('a product', () => {
  it('is saved, changed and deleted', async () => {
    const added = await add(CANDLE);
    expect([added.statusCode, added.json()]).toEqual([
      201,
      { product: { id: expect.any(String), ...CANDLE } },
    ]);
    const { id } = added.json().product;
    const changed = { ...CANDLE, name: 'Candle', unitWeight: null, unitValue: null, hsCode: '', origin: '' };
    const url = API.product.replace(':id', id);
    expect((await call(test, shop, 'PUT', url, changed)).json()).toEqual({ product: { id, ...changed } });
    expect((await list('')).products).toEqual([{ id, ...changed }]);
    for (let time = 0; time < 2; time += 1)
      expect((await call(test, shop, 'DELETE', url)).json()).toEqual({ deleted: true });
    expect((await list('')).products).toEqual([]);
    expect((await call(test, shop, 'PUT', url, CANDLE)).statusCode).toBe(404);
  });

  it('needs only a SKU and a name, and reads codes and countries as people write them', async () => {
    const owner = await makeShop(test);
    const plain = { description: '', unitWeight: null, unitValue: null, hsCode: '', origin: '' };
    expect((await add({ sku: ' A ', name: ' Mug ' }, owner)).json().product).toMatchObject({
      ...plain,
      sku: 'A',
      name: 'Mug',
    });
    const written = { sku: 'B', name: 'Mug', hsCode: '6912.00', origin: 'Portugal' };
    expect((await add(written, owner)).json().product).toMatchObject({ hsCode: '691200', origin: 'PT' });
  });

  it.each([
    ['sku', { ...CANDLE, sku: ' ' }, 'Please enter a SKU.'],
    ['name', { ...CANDLE, name: '' }, 'Please enter a name.'],
    ['description', { ...CANDLE, description: 'Gift' }, CUSTOMS.descriptionVague],
    ['unitWeight', { ...CANDLE, unitWeight: 0 }, CUSTOMS.weightInvalid],
    ['unitWeight', { ...CANDLE, unitWeight: 0.00009 }, CUSTOMS.weightInvalid],
    ['unitValue', { ...CANDLE, unitValue: 0 }, CUSTOMS.valueZero],
    ['hsCode', { ...CANDLE, hsCode: '7701.00' }, CUSTOMS.hsChapter],
    ['origin', { ...CANDLE, origin: 'Atlantis' }, CUSTOMS.originRequired],
  ])('is refused with a wrong %s', async (path, body, message) => {
    const answer = await add(body);
    expect([answer.statusCode, answer.json().fields]).toEqual([400, [{ path, message }]]);
  });

  it('has a unique SKU, ignoring case', async () => {
    const owner = await makeShop(test);
    await add({ sku: 'a-1', name: 'One' }, owner);
    const { id } = (await add({ sku: 'a-2', name: 'Two' }, owner)).json().product;
    const refusal = [400, [{ path: 'sku', message: PRODUCTS.skuTaken }]];
    const again = await add({ sku: 'A-1', name: 'Again' }, owner);
    expect([again.statusCode, again.json().fields]).toEqual(refusal);
    const url = API.product.replace(':id', id);
    const renamed = await call(test, owner, 'PUT', url, { sku: 'A-1', name: 'Two' });
    expect([renamed.statusCode, renamed.json().fields]).toEqual(refusal);
    expect(skusOf(await list('', owner))).toEqual(['a-1', 'a-2']);
    // Another client may use the same one.
    expect((await add({ sku: 'a-1', name: 'One' }, await makeShop(test))).statusCode).toBe(201);
  });

  it('is refused beyond the limit', async () => {
    const owner = await makeShop(test);
    await sql`
      INSERT INTO products (id, user_id, sku, name, description, hs_code, origin, created_at, updated_at)
      SELECT gen_random_uuid(), ${owner.userId}, 'S' || n, 'Thing', '', '', '', now(), now()
      FROM generate_series(1, ${MAX_PRODUCTS}) n`.execute(test.deps.db);
    const answer = await add(CANDLE, owner);
    expect([answer.statusCode, answer.json().message]).toEqual([409, PRODUCTS.limitReached]);
    const file = await call(test, owner, 'POST', API.productsFile, Buffer.from('sku,name\nnew,New\n'), {
      'content-type': 'text/csv',
    });
    expect([file.statusCode, file.json().error]).toEqual([409, 'LIMIT_REACHED']);
    expect(await list('search=new', owner)).toMatchObject({ products: [] });
  });
});

describe('the list of products', () => {
  let owner: Shop;
  beforeAll(async () => {
    owner = await makeShop(test);
    for (const [sku, name] of [
      ['mug-1', 'Coffee mug'],
      ['MUG-2', 'Tea cup 100%'],
      ['book', 'A book about mugs'],
      ['Zebra', 'Zebra_print'],
    ])
      await add({ sku, name }, owner);
  });

  it.each([
    ['', ['book', 'mug-1', 'MUG-2', 'Zebra']],
    ['search=MUG', ['book', 'mug-1', 'MUG-2']],
    ['search=%25', ['MUG-2']],
    ['search=_', ['Zebra']],
    ['skus=ZEBRA,mug-1,none,zebra', ['Zebra', 'mug-1']],
    ['skus=', []],
  ])('finds products by %j', async (query, skus) => {
    expect(skusOf(await list(query, owner))).toEqual(skus);
  });

  it('is shown page by page', async () => {
    const { products, pagination } = await list('page=2&limit=3', owner);
    expect(skusOf({ products })).toEqual(['Zebra']);
    expect(pagination).toMatchObject({ totalRecords: 4, currentPage: 2, totalPages: 2, hasNextPage: false });
  });

  it('is searched by exact SKUs for orders', async () => {
    const found = await findProductsBySku(test.deps.db, owner.userId, ['MUG-1', 'mug-2', 'x', '', 'MUG-1']);
    expect([...found].map(([wanted, { sku }]) => [wanted, sku])).toEqual([
      ['MUG-1', 'mug-1'],
      ['mug-2', 'MUG-2'],
    ]);
    expect(await findProductsBySku(test.deps.db, newId(), ['mug-1'])).toEqual(new Map());
  });
});

describe('the HS search', () => {
  it('answers with the best matches first', async () => {
    const answer = await call(test, shop, 'GET', `${API.hsSearch}?search=candle`);
    expect(answer.json().matches[0]).toMatchObject({ code: '340600', heading: '3406', chapter: '34' });
    expect((await call(test, shop, 'GET', API.hsSearch)).statusCode).toBe(400);
  });
});
