import { CUSTOMS } from '@lading/contract/customs/customs-messages.ts';
import { MAX_PRODUCT_FILE_BYTES, PRODUCTS, type Product } from '@lading/contract/products.ts';
import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
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

const send = (content: string | Buffer, type = 'text/csv') =>
  call(test, shop, 'POST', API.productsFile, Buffer.from(content as string), { 'content-type': type });
const saved = async (): Promise<Omit<Product, 'id'>[]> =>
  (await call(test, shop, 'GET', API.products))
    .json()
    .products.map(({ id: _, ...product }: Product) => product);
const download = () => call(test, shop, 'GET', API.productsFile);

describe('a CSV file of products', () => {
  it('is saved by SKU, and rows with problems are reported and left out', async () => {
    await call(test, shop, 'POST', API.products, { sku: 'MUG-1', name: 'Old mug', origin: 'PT' });
    const answer = await send(
      [
        'SKU,Name,Customs description,Weight,Weight unit,Value,HS code',
        'mug-1,Mug,Ceramic mug,1,lb,$12.50,6912.00',
        'CANDLE,Candle,Gift,8,stone,free,12',
        '"TWO\nLINES",x,,,,,',
        'BOOK,Book,,500,g,"1,234.50",490199',
        'book,Book again,,,,,',
        ',Nameless,,,,,',
      ].join('\r\n'),
    );
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        added: 1,
        updated: 1,
        unchanged: 0,
        leftOut: 4,
        problems: [
          { line: 3, column: 'Weight', message: PRODUCTS.weightUnit },
          { line: 3, column: 'Value', message: PRODUCTS.number },
          { line: 3, column: 'Customs description', message: CUSTOMS.descriptionVague },
          { line: 3, column: 'HS code', message: CUSTOMS.hsInvalid },
          { line: 4, column: 'SKU', message: 'Please remove invisible characters.' },
          { line: 7, column: 'SKU', message: PRODUCTS.skuTwice(6) },
          { line: 8, column: 'SKU', message: 'Please enter a SKU.' },
        ],
      },
    ]);
    const mug = { sku: 'mug-1', name: 'Mug', description: 'Ceramic mug', unitWeight: 16, unitValue: 12.5 };
    expect(await saved()).toEqual([
      {
        sku: 'BOOK',
        name: 'Book',
        description: '',
        unitWeight: 17.637,
        unitValue: 1234.5,
        hsCode: '490199',
        origin: '',
      },
      // The file has no column for the origin, so it stays.
      { ...mug, hsCode: '691200', origin: 'PT' },
    ]);
  });

  it.each([
    [
      'Variant SKU,Title,Variant Grams,Variant Price,HS Tariff Number,Country of Origin\nA,Mug,454,9,6912.00,portugal',
      16.0144,
    ],
    ['sku;name;weight (kg);price;hs;origin\nA;Mug;0,454;9,00;6912.00;PT', 16.0144],
    ['\ufeffsku\tname\tweight\tvalue\ths code\tmade in\nA\tMug\t1 lb\tUSD 9\t691200\tPT', 16],
    ['Item SKU,Product name,Weight_oz,Unit value (USD),HS-Code,Origin country\nA,Mug,16,9,691200,PRT', 16],
  ])('may have the columns of another program: %j', async (text, unitWeight) => {
    const answer = await send(text);
    expect(answer.json(), answer.body).toEqual({
      added: 1,
      updated: 0,
      unchanged: 0,
      leftOut: 0,
      problems: [],
    });
    expect(await saved()).toEqual([
      { sku: 'A', name: 'Mug', description: '', unitWeight, unitValue: 9, hsCode: '691200', origin: 'PT' },
    ]);
  });

  it('is refused quickly if its cells or column names are endless', async () => {
    const dots = '.'.repeat(99_999);
    const { problems } = (
      await send(`sku,name,weight,value,${'weight'.repeat(16_000)}\nA,Mug,${dots}!,${dots}!,`)
    ).json();
    expect(problems).toEqual([
      { line: 2, column: 'weight', message: 'Please enter a number, such as 12.50.' },
      { line: 2, column: 'value', message: 'Please enter a number, such as 12.50.' },
    ]);
  });

  it('may name only the first variant of a product, as Shopify does', async () => {
    const answer = await send(
      [
        'Handle,Title,Option1 Value,Option2 Value,Variant SKU,Variant Grams,Image Src',
        'shirt,Blue Shirt,S,,SH-S,180,https://cdn.example.com/1.jpg',
        'shirt,,M,,SH-M,200,https://cdn.example.com/2.jpg',
        'shirt,,,,,,https://cdn.example.com/3.jpg',
        'cap,Cap,Default Title,,CAP,90,',
        'shirt,,L,Tall,SH-L,220,',
        'shirt,,XL,,,,',
        'sock,,M,,SO-M,40,',
        `towel,${'Towel '.repeat(16)},S,,TO-S,300,`,
        'towel,,Extra large,,TO-XL,500,',
      ].join('\n'),
    );
    expect(answer.json()).toEqual({
      added: 6,
      updated: 0,
      unchanged: 0,
      leftOut: 2,
      problems: [
        { line: 7, column: 'Variant SKU', message: 'Please enter a SKU.' },
        { line: 8, column: 'Title', message: expect.any(String) },
      ],
    });
    expect((await saved()).map(({ sku, name }) => [sku, name])).toEqual([
      ['CAP', 'Cap'],
      ['SH-L', 'Blue Shirt - L / Tall'],
      ['SH-M', 'Blue Shirt - M'],
      ['SH-S', 'Blue Shirt'],
      ['TO-S', 'Towel '.repeat(16).trim()],
      ['TO-XL', expect.stringMatching(/^Towel .{80} - Extra large$/)],
    ]);
  });

  it('may have lost the leading zero of HS codes, or come from an old spreadsheet', async () => {
    const text = Buffer.from('sku,name,hs code\nA,Caf\xe9,90121\nB,B,6109.1', 'latin1');
    expect((await send(text)).json()).toMatchObject({
      added: 1,
      problems: [{ line: 3, column: 'hs code', message: CUSTOMS.hsInvalid }],
    });
    expect(await saved()).toMatchObject([{ name: 'Café', hsCode: '090121' }]);
  });

  it.each([
    ['', PRODUCTS.noColumns],
    ['name,weight\nMug,1', PRODUCTS.noColumns],
    ['sku,name\n', PRODUCTS.noRows],
    ['sku,name\n"A,Mug\n', 'Line 2: The closing quotation mark is missing.'],
  ])('is refused if it cannot be read: %j', async (text, message) => {
    const answer = await send(text);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { error: 'VALIDATION_FAILED', message, fields: [{ path: 'file', message }] },
    ]);
  });

  it('is refused if it is too large or is not a CSV file', async () => {
    expect((await send('x'.repeat(MAX_PRODUCT_FILE_BYTES + 1))).statusCode).toBe(413);
    expect((await send('{}', 'application/json')).statusCode).toBe(415);
  });

  it('may have thousands of rows, which few statements save', async () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => `SKU-${index},Product ${index},12.5`);
    const text = ['sku,name,value', ...rows].join('\n');
    const statements = await sentStatements(async () => {
      expect((await send(text)).json()).toMatchObject({ added: 5_000, updated: 0 });
    });
    expect(statements.length).toBeLessThan(8);
    expect((await send(text)).json()).toMatchObject({ added: 0, updated: 0, unchanged: 5_000 });
  });
});

describe('an import of known products', () => {
  it('counts only those that change as updated', async () => {
    await send('SKU,Name,Origin\nA,Apple,US\nB,Bread,US\nC,Cup,');
    // The SKU in lower case is a change. Columns that the file does not have are not.
    const again = await send('SKU,Name\na,Apple\nB,Bread\nC,Cup');
    expect(again.json()).toMatchObject({ added: 0, updated: 1, unchanged: 2 });
    const emptied = await send('SKU,Name,Origin\na,Apple,\nB,Bread,United States\nC,Big cup,\nD,Dish,');
    expect(emptied.json()).toMatchObject({ added: 1, updated: 2, unchanged: 1 });
  });
});

describe('the export of products', () => {
  const ODD = ['=1+1', "'=1+1", '+1', '-5', '@x', 'a,b', 'say "hi"', "'quoted'", '＝x', 'S;=1', "S;'=1"];

  it('protects spreadsheets from formulas, and an import reads it back without a change', async () => {
    for (const [index, text] of ODD.entries())
      await call(test, shop, 'POST', API.products, {
        sku: text,
        name: text,
        description: text,
        ...(index % 2 ? { unitWeight: 0.1 + index, unitValue: 0.07, hsCode: '090121', origin: 'BR' } : {}),
      });
    const before = await saved();
    const file = await download();
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="lading-products-2026-11-16.csv"',
    });
    for (const line of file.body.split('\r\n').slice(1)) expect(line).not.toMatch(/(^|,)"?[=+@＝]/);
    expect((await send(file.rawPayload)).json()).toEqual({
      added: 0,
      updated: 0,
      unchanged: ODD.length,
      leftOut: 0,
      problems: [],
    });
    expect(await saved()).toEqual(before);
    shop = await makeShop(test);
    expect((await send(file.rawPayload)).json()).toMatchObject({ added: ODD.length });
    expect(await saved()).toEqual(before);
    expect((await download()).body).toBe(file.body);
  });
});
