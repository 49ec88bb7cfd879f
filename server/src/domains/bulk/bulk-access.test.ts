import { API } from '@lading/contract/routes.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { batchOf, begunBatch, goodCells, path, rowsOfBatch, uploadRow, work } from '../../../test/bulk.ts';
import { bearer } from '../../../test/factories.ts';
import { ledgerSnapshot } from '../../../test/ledger-snapshot.ts';
import { makeShop, type Shop } from '../../../test/shipping.ts';
import { newId } from '../../platform/ids.ts';

type Call = [method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: object];

let test: TestApp;
let owner: Shop;
let stranger: Shop;
let batchId: string;
let rateId: string;
beforeAll(async () => {
  test = await buildTestApp();
  owner = await makeShop(test);
  stranger = await makeShop(test);
  ({ id: batchId } = await begunBatch(test, owner, [goodCells(1), goodCells(2, { receiver_city: '' })]));
  rateId = (await rowsOfBatch(test, owner, batchId))[0]?.selectedRateId ?? '';
});
afterAll(() => test.close());

/** Every call that takes a batch ID. */
const callsOn = (id: string): Call[] => [
  ['GET', path(API.batch, id)],
  ['PUT', path(API.batchRows, id), { rows: [uploadRow(1, goodCells(1))] }],
  ['GET', path(API.batchRows, id)],
  ['PATCH', path(API.batchRows, id), { edits: [{ number: 2, cells: { receiver_city: 'Austin' } }] }],
  ['GET', path(API.batchRow, id).replace(':number', '1')],
  ['POST', path(API.batchRemovals, id), { numbers: [2], removed: true }],
  ['GET', path(API.batchEvents, id)],
  ['POST', path(API.batchRates, id), {}],
  ['PUT', path(API.batchChoices, id), { choices: [{ number: 1, rateId }] }],
  ['POST', path(API.batchRule, id), { rule: { kind: 'cheapest' }, preview: false }],
  ['POST', path(API.batchLabels, id), { paymentIntentId: 'pi_test_none' }],
  ['POST', path(API.batchPause, id)],
  ['POST', path(API.batchResume, id)],
  ['POST', path(API.batchCancel, id)],
  ['POST', path(API.batchRetry, id), { numbers: [1] }],
  ...['labels.pdf', 'labels.zpl', 'results.csv'].map(
    (file): Call => ['GET', path(API.batchFile, id).replace(':file', file)],
  ),
  ['DELETE', path(API.batch, id)],
];
const send = ([method, url, payload]: Call, headers: Record<string, string>) =>
  test.inject({ method, url, headers, ...(payload ? { payload } : {}) });
const batchTables = async () => {
  const [batches, rows] = await Promise.all([
    test.deps.db.selectFrom('bulk_batches').selectAll().where('id', '=', batchId).execute(),
    test.deps.db
      .selectFrom('bulk_rows')
      .selectAll()
      .where('batch_id', '=', batchId)
      .orderBy('number')
      .execute(),
  ]);
  return { batches, rows, books: await ledgerSnapshot(test) };
};

describe('access to a batch (AZ01)', () => {
  it('answers every call of another client with 404 and changes nothing', async () => {
    const before = await batchTables();
    const nobodys = callsOn(newId());
    for (const [index, named] of callsOn(batchId).entries()) {
      const answers = [
        await send(named, bearer(stranger.token)),
        await send(nobodys[index] as Call, bearer(stranger.token)),
      ];
      for (const answer of answers)
        expect([named[0], named[1], answer.statusCode, answer.json().error]).toEqual([
          named[0],
          named[1],
          404,
          'BATCH_NOT_FOUND',
        ]);
    }
    expect(await batchTables()).toEqual(before);
    expect((await send(['GET', API.batches], bearer(stranger.token))).json()).toEqual({ batches: [] });
  });

  it('requires a session for every call', async () => {
    const before = await batchTables();
    const calls: Call[] = [
      ...callsOn(batchId),
      ['GET', API.batches],
      ['POST', API.batches, {}],
      ['POST', API.bulkLabels, { shipments: [{ rateId }] }],
    ];
    for (const named of calls)
      for (const headers of [{}, bearer('wrong')] as Record<string, string>[])
        expect([named[0], named[1], (await send(named, headers)).statusCode]).toEqual([
          named[0],
          named[1],
          401,
        ]);
    expect(await batchTables()).toEqual(before);
  });

  it.each(['1', 'x', '..%2f', '%00', "'%20OR%201=1--"])('rejects the malformed id %s', async (id) => {
    for (const named of callsOn(id)) {
      const { statusCode, body } = await send(named, bearer(owner.token));
      expect([400, 404]).toContain(statusCode);
      expect(body).not.toMatch(/at .*\.ts|SELECT|syntax/);
    }
  });

  it('still lets the owner finish', async () => {
    await work(test);
    expect((await batchOf(test, owner, batchId)).counts.label_generated).toBe(1);
  });
});

describe('the database rejects', () => {
  const CHECK = '23514';
  const FOREIGN_KEY = '23503';
  const UNIQUE = '23505';
  const NOT_ALLOWED = '42501';
  let client: pg.Client;
  beforeAll(async () => {
    client = new pg.Client({ connectionString: test.ownerUrl });
    await client.connect();
    await work(test);
  });
  afterAll(() => client.end());

  /**
   * Runs a statement as the application role and rolls it back. Returns the error code, or null on success.
   */
  async function refusalOf(statement: string): Promise<string | null> {
    await client.query('BEGIN; SET LOCAL ROLE lading_app');
    try {
      await client.query(statement);
      await client.query('SET CONSTRAINTS ALL IMMEDIATE');
      return null;
    } catch (error) {
      return error instanceof pg.DatabaseError ? (error.code ?? '') : String(error);
    } finally {
      await client.query('ROLLBACK');
    }
  }
  const row = (change: string, number = 2) =>
    `UPDATE bulk_rows SET ${change} WHERE batch_id = '${batchId}' AND number = ${number}`;
  const batch = (change: string) => `UPDATE bulk_batches SET ${change} WHERE id = '${batchId}'`;
  const copyOfBatch = (change: string) =>
    `INSERT INTO bulk_batches SELECT (jsonb_populate_record(b, '${change}')).* FROM bulk_batches b WHERE id = '${batchId}'`;

  it.each<[what: string, statement: () => string, code: string]>([
    ['labels for an unpaid row', () => row("work = 'labels', selected = gen_random_uuid()"), CHECK],
    [
      'labels for a paid row without a rate',
      () => row("work = 'labels', payment_id = (SELECT id FROM payments LIMIT 1), selected = NULL"),
      CHECK,
    ],
    ['a label without its shipment', () => row("status = 'label_generated'"), CHECK],
    ['removing the shipment of a label', () => row('shipment_id = NULL', 1), CHECK],
    ['an unknown status', () => row("status = 'lost'"), CHECK],
    ['an unknown kind of work', () => row("work = 'dance'"), CHECK],
    ['an unknown chooser', () => row("chosen_by = 'dice'"), CHECK],
    ['an unknown payment', () => row('payment_id = gen_random_uuid()'), FOREIGN_KEY],
    ['an unknown shipment', () => row('shipment_id = gen_random_uuid()'), FOREIGN_KEY],
    ['a row with number 0', () => row('number = 0'), CHECK],
    ['two rows with the same number', () => row('number = 1'), UNIQUE],
    ['an unknown step', () => batch("step = 'done'"), CHECK],
    ['more rows than the limit', () => batch('row_count = 10001'), CHECK],
    [
      'a payment by one client for the batch of another',
      () => `UPDATE payments SET user_id = '${stranger.userId}' WHERE batch_id = '${batchId}'`,
      FOREIGN_KEY,
    ],
    ['deleting rows', () => `DELETE FROM bulk_rows WHERE batch_id = '${batchId}'`, NOT_ALLOWED],
    ['deleting batches', () => `DELETE FROM bulk_batches WHERE id = '${batchId}'`, NOT_ALLOWED],
  ])('%s', async (_what, statement, code) => {
    expect(await refusalOf(statement())).toBe(code);
  });

  it('a second batch for the same API call, but not a second upload of the same file', async () => {
    const copy = () => ({ id: newId(), source: 'api' });
    await client.query(copyOfBatch(JSON.stringify(copy())));
    expect(await refusalOf(copyOfBatch(JSON.stringify(copy())))).toBe(UNIQUE);
    expect(await refusalOf(copyOfBatch(JSON.stringify({ id: newId() })))).toBeNull();
  });
});
