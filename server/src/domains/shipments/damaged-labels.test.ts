import { API } from '@lading/contract/routes.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  boughtLabel,
  buildFaultyApp,
  call,
  type FaultyApp,
  makeShop,
  type Shop,
} from '../../../test/shipping.ts';

let faulty: FaultyApp;
let owner: pg.Client;
let shop: Shop;
let id: string;
beforeAll(async () => {
  faulty = await buildFaultyApp();
  owner = new pg.Client({ connectionString: faulty.test.ownerUrl });
  await owner.connect();
  // Skips the triggers that forbid changing a label, as a damaged disk would.
  await owner.query(`SET session_replication_role = 'replica'`);
});
beforeEach(async () => {
  shop = await makeShop(faulty.test);
  id = (await boughtLabel(faulty.test, shop)).transactionId;
});
afterAll(async () => {
  await owner.end();
  await faulty.test.close();
});

const damage = (bytes: string, table = 'shipment_labels', column = 'bytes', key = `shipment_id = '${id}'`) =>
  owner.query(`UPDATE ${table} SET ${column} = ${bytes} WHERE ${key}`);
/** The carrier's own copy. */
const damageCopy = (bytes: string) =>
  damage(
    bytes,
    'sandbox.carrier_purchases',
    'label_bytes',
    `transaction_id = (SELECT transaction_id FROM shipments WHERE id = '${id}')`,
  );
const download = (query = '') =>
  call(faulty.test, shop, 'GET', `${API.labelFile.replace(':id', id)}${query}`);
const incidents = async () =>
  (
    await faulty.test.deps.db
      .selectFrom('incidents')
      .select(['kind', 'detail'])
      .where('object_id', '=', id)
      .execute()
  ).map(({ kind, detail }) => `${kind}: ${detail}`);

const DAMAGES: [string, string][] = [
  ['an empty file', `''::bytea`],
  ['half a file', 'substr(bytes, 1, length(bytes) / 2)'],
  ['one changed byte', 'set_byte(bytes, 100, (get_byte(bytes, 100) + 1) % 256)'],
];

describe('a damaged label', () => {
  it.each(DAMAGES)('is replaced by the copy of the carrier: %s (FI02)', async (_, bytes) => {
    const intact = (await download()).rawPayload;
    await damage(bytes);
    const again = await download();
    expect([again.statusCode, again.rawPayload.equals(intact)]).toEqual([200, true]);
    expect((await download('?format=png')).statusCode).toBe(200);
    expect(await incidents()).toEqual(['label_damaged: replaced by the copy of the label provider']);
  });

  it.each(DAMAGES)('without a copy gets a clear error, never an empty file: %s (FI02)', async (_, bytes) => {
    await damage(bytes);
    await damageCopy(`''::bytea`);
    for (const query of ['', '?format=png', '?format=zpl', '?paper=letter']) {
      const answer = await download(query);
      expect([answer.statusCode, answer.json().error]).toEqual([500, 'LABEL_DAMAGED']);
    }
    const merged = await call(faulty.test, shop, 'GET', `${API.mergedLabels}?ids=${id}`);
    expect(merged.json().error).toBe('LABEL_DAMAGED');
    expect(await incidents()).toEqual(['label_damaged: the label provider has no copy']);
    const { downloaded_at } = await faulty.test.deps.db
      .selectFrom('shipments')
      .select('downloaded_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(downloaded_at).toBeNull();
  });

  it('is replaced by a notice in a file with others, which are sent', async () => {
    const { transactionId: other } = await boughtLabel(faulty.test, shop);
    await damage(`''::bytea`);
    await damageCopy(`''::bytea`);
    const merged = await call(faulty.test, shop, 'GET', `${API.mergedLabels}?ids=${id},${other}`);
    expect(merged.statusCode).toBe(200);
    expect(merged.rawPayload.toString('latin1')).toContain('/Count 2');
    expect(await incidents()).toHaveLength(1);
  });

  it('from before hashes were stored gets a clear error when it cannot be read', async () => {
    await damage(`'\\x00ff00ff'::bytea, bought_sha256 = NULL`);
    await damageCopy(`''::bytea`);
    expect((await download()).json().error).toBe('LABEL_DAMAGED');
    expect((await download('?format=png')).json().error).toBe('LABEL_DAMAGED');
  });
});
