import { BULK_LIMITS } from '@lading/contract/bulk/columns.ts';
import { API } from '@lading/contract/routes.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import {
  announceUpload,
  begunBatch,
  goodCells,
  path,
  ratedBatch,
  startBatchPayment,
  upload,
  work,
} from '../../../test/bulk.ts';
import { call, letTimePass, makeShop, type Shop } from '../../../test/shipping.ts';
import { days, hours } from '../../platform/clock.ts';
import { sweepPayments } from '../payments/sweep-payments.ts';
import { sweepBatches } from './sweep-batches.ts';
import { createBatch } from './upload-rows.ts';

let test: TestApp;
let shop: Shop;
beforeEach(async () => {
  test = await buildTestApp();
  shop = await makeShop(test);
});
afterEach(() => test.close());

const discard = async (id: string) =>
  expect((await call(test, shop, 'DELETE', path(API.batch, id))).statusCode).toBe(204);
const countOf = async (id: string) => {
  const { db } = test.deps;
  const batches = await db.selectFrom('bulk_batches').select('id').where('id', '=', id).execute();
  const rows = await db.selectFrom('bulk_rows').select('number').where('batch_id', '=', id).execute();
  return [batches.length, rows.length];
};

const isDiscarded = async (id: string) => {
  const { discarded_at } = await test.deps.db
    .selectFrom('bulk_batches')
    .select('discarded_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return discarded_at !== null;
};
const NEW_UPLOAD = {
  fileName: 'orders.csv',
  fileHash: 'a'.repeat(64),
  source: 'template',
  columns: ['receiver_city'],
  rowCount: BULK_LIMITS.rows,
};

describe('a discarded upload', () => {
  it('is deleted with its rows after an hour (CS17)', async () => {
    const { id } = await upload(test, shop, [goodCells(1), goodCells(2)]);
    const kept = await upload(test, shop, [goodCells(3)]);
    await discard(id);
    await sweepBatches(test.deps);
    expect(await countOf(id)).toEqual([1, 2]);
    test.clock.advance(hours(2));
    await sweepBatches(test.deps);
    expect(await countOf(id)).toEqual([0, 0]);
    expect(await countOf(kept.id)).toEqual([1, 1]);
  });

  it('is kept when it has a payment or a label', async () => {
    const { id } = await begunBatch(test, shop, [goodCells(4)]);
    await work(test);
    await discard(id);
    test.clock.advance(hours(2));
    await sweepBatches(test.deps);
    expect(await countOf(id)).toEqual([1, 1]);
  });

  it('is deleted when its only payment was canceled', async () => {
    const batch = await ratedBatch(test, shop, [goodCells(6)]);
    await startBatchPayment(test, shop, batch);
    await discard(batch.id);
    await letTimePass(test, hours(2));
    await sweepBatches(test.deps);
    expect(await countOf(batch.id)).toEqual([1, 1]);
    await letTimePass(test, days(1));
    await sweepPayments(test.deps);
    await sweepBatches(test.deps);
    expect(await countOf(batch.id)).toEqual([0, 0]);
  });

  it('is the only upload that the database allows to be deleted', async () => {
    const { id } = await upload(test, shop, [goodCells(5)]);
    await expect(test.deps.db.deleteFrom('bulk_rows').where('batch_id', '=', id).execute()).rejects.toThrow(
      'rows of bulk_rows cannot be deleted before their owner is erased',
    );
  });
});

describe('unfinished uploads', () => {
  it('are at most fifty: the oldest makes room for a new one, unless it was changed today', async () => {
    const busy = await makeShop(test);
    const first = await announceUpload(test, busy, 1);
    test.clock.advance(1_000);
    for (let more = 1; more < 50; more += 1) await announceUpload(test, busy, 1);
    const refused = await call(test, busy, 'POST', API.batches, NEW_UPLOAD);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'You have 50 unfinished uploads. Please finish or discard one first.',
    ]);
    test.clock.advance(days(2));
    await createBatch(test.deps, busy, { ...NEW_UPLOAD, decimalComma: false });
    expect(await isDiscarded(first.id)).toBe(true);
  });

  it('include uploads whose payment was canceled', async () => {
    const batch = await ratedBatch(test, shop, [goodCells(7)]);
    await startBatchPayment(test, shop, batch);
    await letTimePass(test, days(2));
    await sweepPayments(test.deps);
    for (let more = 1; more <= 50; more += 1)
      await createBatch(test.deps, shop, { ...NEW_UPLOAD, decimalComma: false });
    expect(await isDiscarded(batch.id)).toBe(true);
  });
});
