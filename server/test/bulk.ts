import { BULK_LIMITS, type BulkCells, TEMPLATE_COLUMNS } from '@lading/contract/bulk/columns.ts';
import type { Batch, BulkRow, BulkRowDetail, EditRowsBody, UploadRow } from '@lading/contract/bulk.ts';
import { centsOf } from '@lading/contract/money.ts';
import { API } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { WORK_CHANNEL } from '../src/domains/bulk/bulk.deps.ts';
import { BulkWorker } from '../src/domains/bulk/bulk-worker.ts';
import { days, minutes } from '../src/platform/clock.ts';
import type { LabelProvider } from '../src/providers/label-providers/port.ts';
import type { TestApp } from './build-test-app.ts';
import { bearer } from './factories.ts';
import { call, confirm, type Shop, type StartedPayment } from './shipping.ts';

/** A client with a file, calling the API as the bulk screen does. */

const CELLS: BulkCells = {
  sender_fullname: 'Ada Park',
  sender_email: 'ada@shop.example',
  sender_phone: '5035550142',
  sender_address: '1120 SW 5th Ave',
  sender_city: 'Portland',
  sender_state: 'OR',
  sender_zipcode: '97204',
  sender_country: 'US',
  receiver_fullname: 'Dana Reyes',
  receiver_email: 'dana@home.example',
  receiver_phone: '5125550188',
  receiver_address: '500 W 2nd St Apt 1900',
  receiver_city: 'Austin',
  receiver_state: 'TX',
  receiver_zipcode: '78701',
  receiver_country: 'US',
  package_weight: '2',
  package_length: '12',
  package_width: '9',
  package_height: '4',
  shipping_date: '2026-11-17',
};

/** A row that can be shipped, with a different shipment for each number. */
export const goodCells = (number: number, changes: BulkCells = {}): BulkCells => ({
  ...CELLS,
  receiver_fullname: `Dana Reyes ${number}`,
  ...changes,
});

export const rowsOf = (count: number, changes: (number: number) => BulkCells = () => ({})): BulkCells[] =>
  Array.from({ length: count }, (_, index) => goodCells(index + 1, changes(index + 1)));

export const path = (route: string, id: string) => route.replace(':id', id);

/** An upload whose rows have not arrived yet. */
export async function announceUpload(
  test: TestApp,
  shop: Shop,
  rowCount: number,
  fileHash = 'ab'.repeat(32),
): Promise<Batch> {
  const created = await call(test, shop, 'POST', API.batches, {
    fileName: 'orders.csv',
    fileHash,
    source: 'template',
    columns: TEMPLATE_COLUMNS,
    rowCount,
  });
  expect(created.statusCode, created.body).toBe(201);
  return created.json().batch;
}

export async function upload(
  test: TestApp,
  shop: Shop,
  rows: readonly BulkCells[],
  fileHash?: string,
): Promise<Batch> {
  const batch = await announceUpload(test, shop, rows.length, fileHash);
  for (let from = 0; from < rows.length; from += BULK_LIMITS.rowsPerCall)
    await sendRows(test, shop, batch.id, rows.slice(from, from + BULK_LIMITS.rowsPerCall), from);
  return batch;
}

export async function sendRows(
  test: TestApp,
  shop: Shop,
  id: string,
  rows: readonly BulkCells[],
  from = 0,
): Promise<void> {
  const piece = rows.map((cells, index) => uploadRow(from + index + 1, cells));
  const answer = await call(test, shop, 'PUT', path(API.batchRows, id), { rows: piece });
  expect(answer.statusCode, answer.body).toBe(200);
}

export const uploadRow = (number: number, cells: BulkCells): UploadRow => ({
  number,
  line: number + 1,
  cells,
  originalRowData: TEMPLATE_COLUMNS.map((column) => cells[column] ?? ''),
  filled: [],
});

/** Does all batch work that is due now. */
export const work = (test: TestApp): Promise<void> => new BulkWorker(test.deps).drain();

/** The same in the background, as in production: changes to a batch wake it. */
export async function whileWorking<T>(test: TestApp, work: () => Promise<T>): Promise<T> {
  const worker = new BulkWorker(test.deps);
  const stopListening = test.deps.notifications.listen(WORK_CHANNEL, (kind) => worker.wake(kind));
  worker.wake();
  try {
    return await work();
  } finally {
    stopListening();
    await worker.stop();
  }
}

/** Makes all retries due and ends all leases. */
export async function endRests({ deps }: TestApp): Promise<void> {
  await sql`UPDATE bulk_rows SET lease_until = now() WHERE lease_until > now()`.execute(deps.db);
}

/** Ten minutes before midnight. */
export function waitForEvening({ clock }: TestApp): void {
  const now = clock.now().getTime();
  clock.advance(days(1) - (now % days(1)) - minutes(10));
}

/** For tests that hold one row at the label provider while others wait. */
export const oneAtATime = (labelProvider: LabelProvider): LabelProvider =>
  Object.assign(labelProvider, { pace: { parallel: 1, pauseBetweenRatesMs: 0, pauseBetweenLabelsMs: 0 } });

/** The refunds of a client, including pending ones, in order of request. */
export const refundsOf = ({ deps }: TestApp, { userId }: Shop) =>
  deps.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select(['cents', 'state'])
    .where('user_id', '=', userId)
    .orderBy('refunds.created_at')
    .execute();

export async function batchOf(test: TestApp, shop: Shop, id: string): Promise<Batch> {
  const answer = await call(test, shop, 'GET', path(API.batch, id));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().batch;
}

export async function rowsOfBatch(test: TestApp, shop: Shop, id: string): Promise<BulkRow[]> {
  const answer = await call(test, shop, 'GET', path(API.batchRows, id));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().rows;
}

export async function rowOfBatch(
  test: TestApp,
  shop: Shop,
  id: string,
  number: number,
): Promise<BulkRowDetail> {
  const url = path(API.batchRow, id).replace(':number', String(number));
  const answer = await call(test, shop, 'GET', url);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().row;
}

export const edit = (test: TestApp, shop: Shop, id: string, edits: EditRowsBody['edits']) =>
  test.inject({
    method: 'PATCH',
    url: path(API.batchRows, id),
    headers: bearer(shop.token),
    payload: { edits },
  });

export const act = (
  test: TestApp,
  shop: Shop,
  route: string,
  id: string,
  body: object = {},
  method: 'POST' | 'PUT' = 'POST',
) => call(test, shop, method, path(route, id), body);

/** An upload with a chosen rate for every row that can have one. */
export async function ratedBatch(test: TestApp, shop: Shop, rows: readonly BulkCells[]): Promise<Batch> {
  const { id } = await upload(test, shop, rows);
  await work(test);
  const started = await act(test, shop, API.batchRates, id);
  expect(started.statusCode, started.body).toBe(200);
  await work(test);
  return batchOf(test, shop, id);
}

export async function startBatchPayment(test: TestApp, shop: Shop, batch: Batch): Promise<StartedPayment> {
  const rows = await rowsOfBatch(test, shop, batch.id);
  const rateIds = rows
    .filter(({ status, paid, removed }) => status === 'rate_selected' && !paid && !removed)
    .map(({ selectedRateId }) => selectedRateId);
  const answer = await call(test, shop, 'POST', API.createPaymentIntent, {
    amount: centsOf(batch.chosen.amount),
    description: 'Labels',
    rateIds,
    batchId: batch.id,
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

export async function payForBatch(test: TestApp, shop: Shop, batch: Batch): Promise<StartedPayment> {
  const payment = await startBatchPayment(test, shop, batch);
  expect((await confirm(test, payment)).json()).toMatchObject({ status: 'succeeded' });
  return payment;
}

/** Paid and started, with nothing bought yet. */
export async function begunBatch(test: TestApp, shop: Shop, rows: readonly BulkCells[]): Promise<Batch> {
  const batch = await ratedBatch(test, shop, rows);
  const { paymentIntentId } = await payForBatch(test, shop, batch);
  const answer = await act(test, shop, API.batchLabels, batch.id, { paymentIntentId });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().batch;
}
