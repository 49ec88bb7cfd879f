import { createHash } from 'node:crypto';
import { checkBulkRow } from '@lading/contract/bulk/check-row.ts';
import { BULK_LIMITS } from '@lading/contract/bulk/columns.ts';
import { makeLabeledRows } from '@lading/contract/bulk/labeled-rows.fixture.ts';
import type { BulkRow } from '@lading/contract/bulk.ts';
import { BULK } from '@lading/contract/messages.ts';
import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import {
  announceUpload,
  batchOf,
  begunBatch,
  goodCells,
  path,
  rowsOfBatch,
  sendRows,
  upload,
  uploadRow,
  work,
} from '../../../test/bulk.ts';
import { bearer } from '../../../test/factories.ts';
import { call, makeShop, type Shop } from '../../../test/shipping.ts';
import { inTier } from '../../../test/tier.ts';

const TODAY = '2026-11-16';

let test: TestApp;
let shop: Shop;
beforeAll(async () => {
  test = await buildTestApp();
  shop = await makeShop(test);
});
afterAll(() => test.close());

const put = (id: string, rows: unknown) => call(test, shop, 'PUT', path(API.batchRows, id), { rows });
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

describe('an upload', () => {
  it('validates every row, reports problems per cell and verifies valid addresses', async () => {
    const { id } = await upload(test, shop, [
      goodCells(1),
      goodCells(2, { receiver_city: '' }),
      goodCells(3, { package_weight: 'heavy' }),
      goodCells(4, { receiver_zipcode: '99999', receiver_city: 'Nowhere' }),
    ]);
    await work(test);
    const rows = await rowsOfBatch(test, shop, id);
    expect(rows.map(({ id: name, status, isValid, error }) => ({ name, status, isValid, error }))).toEqual([
      { name: 'csv_ship_1', status: 'pending', isValid: true, error: null },
      { name: 'csv_ship_2', status: 'invalid', isValid: false, error: BULK.missing('receiver_city') },
      { name: 'csv_ship_3', status: 'invalid', isValid: false, error: BULK.notNumeric('package_weight') },
      {
        name: 'csv_ship_4',
        status: 'invalid',
        isValid: false,
        error: expect.stringMatching(/^Recipient address validation failed: ./),
      },
    ]);
    expect(rows[3]?.problems[0]).toMatchObject({ column: 'receiver_address', kind: 'address' });
  });

  it('is created once per idempotency key', async () => {
    const body = {
      fileName: 'a.csv',
      fileHash: hashOf('once'),
      source: 'template',
      columns: ['x'],
      rowCount: 1,
    };
    const announce = (key: string) => call(test, shop, 'POST', API.batches, body, { 'idempotency-key': key });
    const ids = (await Promise.all([announce('k1'), announce('k1'), announce('k1')])).map(
      (answer) => answer.json().batch.id,
    );
    expect(new Set(ids).size).toBe(1);
    expect((await announce('k2')).json().batch.id).not.toBe(ids[0]);
    const other = await call(
      test,
      shop,
      'POST',
      API.batches,
      { ...body, rowCount: 2 },
      { 'idempotency-key': 'k1' },
    );
    expect(other.statusCode).toBe(422);
  });

  it.each(['api', 'orders'])('cannot claim to come from %s', async (source) => {
    const body = { fileName: 'a.csv', fileHash: hashOf(source), source, columns: ['a'], rowCount: 1 };
    const answer = await call(test, shop, 'POST', API.batches, body);
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'BAD_REQUEST']);
  });

  it('accepts chunks in any order and ignores repeated ones', async () => {
    const { id } = await announceUpload(test, shop, 4);
    await sendRows(test, shop, id, [goodCells(3), goodCells(4)], 2);
    expect(await batchOf(test, shop, id)).toMatchObject({ received: 2, rowCount: 4, step: 'upload' });
    await sendRows(test, shop, id, [goodCells(1), goodCells(2)]);
    const before = await rowsOfBatch(test, shop, id);
    await sendRows(test, shop, id, [goodCells(9, { receiver_city: '' }), goodCells(2)]);
    await sendRows(test, shop, id, [goodCells(3), goodCells(4)], 2);
    expect(await rowsOfBatch(test, shop, id)).toEqual(before);
    expect(before.map(({ cells }) => cells.receiver_fullname)).toEqual(
      [1, 2, 3, 4].map((number) => `Dana Reyes ${number}`),
    );
    expect(await batchOf(test, shop, id)).toMatchObject({ received: 4, counts: { pending: 4, invalid: 0 } });
  });

  it('keeps received rows while a chunk is missing', async () => {
    const { id } = await announceUpload(test, shop, 600);
    await sendRows(test, shop, id, [goodCells(1)], 599);
    await work(test);
    expect(await batchOf(test, shop, id)).toMatchObject({ received: 1, counts: { pending: 1 }, work: null });
    expect((await rowsOfBatch(test, shop, id)).map(({ number, line }) => [number, line])).toEqual([
      [600, 601],
    ]);
  });

  it('keeps cells and original rows as written', async () => {
    const odd = goodCells(1, {
      receiver_fullname: '  Ann "Q" =1+1, 😀 ',
      receiver_company: "'); DROP TABLE",
    });
    const { id } = await upload(test, shop, [odd]);
    const [row] = await rowsOfBatch(test, shop, id);
    expect(row?.cells).toEqual(odd);
    expect(row?.originalRowData).toContain('  Ann "Q" =1+1, 😀 ');
  });
});

describe('a chunk is rejected as a whole (CS04)', () => {
  const good = uploadRow(1, goodCells(1));
  it.each<[why: string, rows: unknown, message?: RegExp]>([
    ['with a number beyond the last row', [good, uploadRow(3, goodCells(3))], /only 2 rows/],
    ['with number 0', [{ ...good, number: 0 }]],
    ['with number 10,001', [{ ...good, number: 10_001 }]],
    ['with no rows', []],
    ['with 501 rows', Array.from({ length: 501 }, () => good)],
    ['with a cell that is too long', [{ ...good, cells: { receiver_city: 'x'.repeat(1_001) } }]],
    ['with NUL in a cell', [{ ...good, cells: { receiver_city: 'Aus\u0000tin' } }]],
    ['with a lone surrogate in a cell', [{ ...good, cells: { receiver_city: '\ud800' } }]],
    ['with NUL in the original row', [{ ...good, originalRowData: ['\u0000'] }]],
    ['with an unknown column', [{ ...good, cells: { receiver_shoe_size: '9' } }]],
    ['with a column named constructor', [{ ...good, cells: { constructor: 'x' } }]],
    ['with a number for a cell', [{ ...good, cells: { package_weight: 2 } }]],
    ['with too many original cells', [{ ...good, originalRowData: Array(201).fill('') }]],
  ])('%s', async (_why, rows, message = /./) => {
    const { id } = await announceUpload(test, shop, 2);
    const answer = await put(id, rows);
    expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringMatching(message)]);
    expect(await batchOf(test, shop, id)).toMatchObject({ received: 0 });
  });

  it('with __proto__ as a column, and no prototype is polluted (CS05)', async () => {
    const { id } = await announceUpload(test, shop, 1);
    const payload = JSON.stringify({ rows: [good] }).replace(
      '"cells":{',
      '"cells":{"__proto__":{"polluted":"yes"},',
    );
    const answer = await test.inject({
      method: 'PUT',
      url: path(API.batchRows, id),
      headers: { ...bearer(shop.token), 'content-type': 'application/json' },
      payload,
    });
    expect(answer.statusCode).toBe(400);
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });

  it('when it exceeds the size limit, without being read to the end (RX03, CS01)', async () => {
    const { id } = await announceUpload(test, shop, 1);
    const before = process.memoryUsage().arrayBuffers;
    const large = `{"rows":[${'"x",'.repeat(8_000_000)}1]}`;
    const answer = await test.inject({
      method: 'PUT',
      url: path(API.batchRows, id),
      headers: { ...bearer(shop.token), 'content-type': 'application/json' },
      payload: large,
    });
    expect([answer.statusCode, answer.json().error]).toEqual([413, 'BODY_TOO_LARGE']);
    // The test's own payload takes 32 MB; the server keeps none of it.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64_000_000);
  });

  it('when all of its calls together are too large', async () => {
    const { id } = await announceUpload(test, shop, 2);
    const batches = test.deps.db.updateTable('bulk_batches').where('id', '=', id);
    await batches.set({ received_bytes: 5 * BULK_LIMITS.fileBytes - 100 }).execute();
    const answer = await put(id, [uploadRow(1, goodCells(1))]);
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      'This upload is too large. Please split the file.',
    ]);
    expect(await rowsOfBatch(test, shop, id)).toEqual([]);
    await batches.set({ received_bytes: 0 }).execute();
    await sendRows(test, shop, id, [goodCells(1)]);
    const { received_bytes: bytes } = await test.deps.db
      .selectFrom('bulk_batches')
      .select('received_bytes')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(bytes).toBeGreaterThan(500);
  });

  it.each([
    ['too many rows', { rowCount: 10_001 }],
    ['no rows', { rowCount: 0 }],
    ['too many columns', { columns: Array(201).fill('a') }],
    ['an overlong file name', { fileName: 'x'.repeat(256) }],
    ['an invalid file hash', { fileHash: 'abc' }],
  ])('at creation, for %s', async (_why, change) => {
    const valid = {
      fileName: 'a.csv',
      fileHash: hashOf('a'),
      source: 'template',
      columns: ['a'],
      rowCount: 1,
    };
    expect((await call(test, shop, 'POST', API.batches, { ...valid, ...change })).statusCode).toBe(400);
  });
});

describe('a duplicate', () => {
  const duplicates = async (id: string) =>
    (await rowsOfBatch(test, shop, id)).map(({ duplicate }) => duplicate);

  it('is reported before payment: the file, and each row that has a label (CS13)', async () => {
    const first = await begunBatch(test, shop, [goodCells(51), goodCells(52)]);
    const same = 'ab'.repeat(32);
    const early = await upload(test, shop, [goodCells(51)], same);
    expect((await batchOf(test, shop, early.id)).duplicateOf).toBeNull();
    expect(await duplicates(early.id)).toEqual([null]);

    await work(test);
    const again = await upload(test, shop, [goodCells(51), goodCells(53), goodCells(52)], same);
    const { duplicateOf } = await batchOf(test, shop, again.id);
    expect(duplicateOf).toMatchObject({ id: first.id, fileName: 'orders.csv', labels: 2 });
    const earlier = { number: null, fileName: 'orders.csv', date: TODAY };
    expect(await duplicates(again.id)).toEqual([earlier, null, earlier]);
    expect(
      (await batchOf(test, shop, (await upload(test, shop, [goodCells(54)], hashOf('b'))).id)).duplicateOf,
    ).toBe(null);
  });

  it('is reported with the day of its upload in the time zone of the operator', async () => {
    const western = await buildTestApp({ TIME_ZONE: 'America/Los_Angeles' });
    try {
      western.clock.advance(Date.parse('2026-11-16T02:00:00Z') - western.clock.now().getTime());
      const owner = await makeShop(western);
      await begunBatch(western, owner, [goodCells(51)]);
      await work(western);
      const { id } = await upload(western, owner, [goodCells(51)]);
      expect((await rowsOfBatch(western, owner, id))[0]?.duplicate).toMatchObject({ date: '2026-11-15' });
    } finally {
      await western.close();
    }
  });

  it('within a file is reported at the later row, unless the order number differs', async () => {
    const { id } = await upload(test, shop, [
      goodCells(61),
      goodCells(62),
      goodCells(61, { receiver_fullname: 'DANA  REYES 61', receiver_phone: '5125550199' }),
      goodCells(61, { order_ref: 'A-2' }),
      goodCells(61, { package_weight: '3' }),
    ]);
    expect(await duplicates(id)).toEqual([null, null, { number: 1, fileName: null, date: null }, null, null]);
  });

  it('is reported even if one order number is written as a spreadsheet formula', async () => {
    const { id } = await upload(test, shop, [
      goodCells(71, { order_ref: '1001' }),
      goodCells(71, { order_ref: '="1001"' }),
    ]);
    expect(await duplicates(id)).toEqual([null, { number: 1, fileName: null, date: null }]);
  });

  it('of another client is not reported', async () => {
    const other = await makeShop(test);
    const { id } = await upload(test, other, [goodCells(51), goodCells(52)], 'ab'.repeat(32));
    expect((await batchOf(test, other, id)).duplicateOf).toBeNull();
    expect((await rowsOfBatch(test, other, id)).map(({ duplicate }) => duplicate)).toEqual([null, null]);
  });
});

/** More than one page. */
const MANY_ROWS = inTier(1_200, BULK_LIMITS.rows);

it.each(['2147483648', '9007199254740991', '-1', 'x'])('rows after %s are refused', async (after) => {
  const { id } = await upload(test, shop, [goodCells(1)]);
  const answer = await call(test, shop, 'GET', `${path(API.batchRows, id)}?after=${after}`);
  expect([answer.statusCode, answer.json().error]).toEqual([400, 'VALIDATION_FAILED']);
});

it(`an upload reports the same problems as the browser for ${MANY_ROWS} rows with five hundred faults`, async () => {
  const labeled = makeLabeledRows({ seed: 11, rows: MANY_ROWS, faults: 500, repairs: 200, today: TODAY });
  const { id } = await upload(
    test,
    shop,
    labeled.map(({ cells }) => cells),
  );
  const rows: BulkRow[] = [];
  for (let after = 0; after < labeled.length; after += 1000) {
    const url = `${path(API.batchRows, id)}?after=${after}`;
    rows.push(...(await call(test, shop, 'GET', url)).json().rows);
  }
  const context = { today: TODAY, decimalComma: false };
  const inBrowser = labeled.map(({ number, cells }) => {
    const { problems, shipment } = checkBulkRow(cells, context);
    return { number, problems, status: shipment ? 'pending' : 'invalid' };
  });
  expect(rows.map(({ number, problems, status }) => ({ number, problems, status }))).toEqual(inBrowser);
  expect(rows.flatMap(({ problems }) => problems)).toHaveLength(500);
  expect(await batchOf(test, shop, id)).toMatchObject({
    rowCount: MANY_ROWS,
    received: MANY_ROWS,
  });
}, 120_000);
