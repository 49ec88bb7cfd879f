import { API } from '@lading/contract/routes.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { type ShippoDouble, startShippoDouble } from '../../../test/doubles/shippo-double.ts';
import { boughtExport } from '../../../test/exports.ts';
import { boughtLabel, call, makeShop, type Shop } from '../../../test/shipping.ts';
import { later, minutes } from '../../platform/clock.ts';

let shippo: ShippoDouble;
let test: TestApp;
let owner: pg.Client;
let shop: Shop;
beforeAll(async () => {
  shippo = await startShippoDouble();
  test = await buildTestApp({
    CARRIER_PROVIDER: 'shippo',
    SHIPPO_API_KEY: 'shippo_test_of_damaged_labels',
    SHIPPO_BASE_URL: shippo.url,
    SHIPPO_LABEL_HOSTS: new URL(shippo.url).host,
    SHIPPO_CALLS_PER_MINUTE: '60000',
  });
  owner = new pg.Client({ connectionString: test.ownerUrl });
  await owner.connect();
  // Skips the triggers that forbid changing a label, as a damaged disk would.
  await owner.query(`SET session_replication_role = 'replica'`);
});
beforeEach(async () => {
  shop = await makeShop(test);
});
afterAll(async () => {
  await owner.end();
  await test.close();
  await shippo.close();
});

const damage = (id: string, table = 'shipment_labels') =>
  owner.query(`UPDATE ${table} SET bytes = '' WHERE shipment_id = $1`, [id]);
const download = (id: string, query = '') =>
  call(test, shop, 'GET', `${API.labelFile.replace(':id', id)}${query}`);
const refundsAsked = () => shippo.server.calls.get('POST /refunds') ?? 0;
const transactionOf = async (id: string) => {
  const { rows } = await owner.query('SELECT transaction_id FROM shipments WHERE id = $1', [id]);
  return rows[0].transaction_id as string;
};

/** The next lookup finds an old label with this link. The double has another clock, so its own label is never old. */
const linkNext = async (id: string, link = `${shippo.url}/labels/1.pdf`) =>
  shippo.server.answerNext({
    call: 'GET /transactions/*',
    status: 200,
    body: {
      object_id: await transactionOf(id),
      status: 'SUCCESS',
      object_created: later(test.clock.now(), -minutes(11)).toISOString(),
      tracking_number: '9400100000000000000000',
      label_url: link,
    },
  });
const fileNext = (status: number, body: string) =>
  shippo.server.answerNext({ call: 'GET /labels/*', status, body });

const PROBLEMS: [string, (id: string) => Promise<void>][] = [
  [
    'is not available',
    async (id) => {
      await linkNext(id);
      fileNext(503, 'Sorry');
    },
  ],
  [
    'is not a PDF',
    async (id) => {
      await linkNext(id);
      fileNext(200, '<html></html>');
    },
  ],
  ['is on another host', (id) => linkNext(id, 'https://labels.elsewhere.example/1.pdf')],
];

describe('a damaged label of Shippo', () => {
  it.each(PROBLEMS)('stays valid when the copy %s', async (_, cause) => {
    const { transactionId: id } = await boughtLabel(test, shop);
    await damage(id);
    await cause(id);
    const answer = await download(id);
    expect([answer.statusCode, answer.json().error]).toEqual([500, 'LABEL_DAMAGED']);
    expect(refundsAsked()).toBe(0);
    expect((await download(id)).statusCode).toBe(200);
  });

  it('stays valid when only a document is damaged and the label is not available', async () => {
    const { transactionId: id } = await boughtExport(test, shop, 'UPS');
    await damage(id, 'shipment_documents');
    await linkNext(id);
    fileNext(503, 'Sorry');
    const answer = await download(id, '?content=documents');
    expect([answer.statusCode, answer.json().error]).toEqual([500, 'DOCUMENTS_DAMAGED']);
    expect(refundsAsked()).toBe(0);
    expect((await download(id, '?content=documents')).statusCode).toBe(200);
  });
});
