import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  buildShopApp,
  connectShop,
  readShops,
  reportAll,
  type ShopApp,
  shipOrders,
} from '../../../test/order-sources.ts';
import { makeShop } from '../../../test/shipping.ts';
import { minutes } from '../../platform/clock.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { findViolations } from './invariants.store.ts';

let app: ShopApp;
let owner: Kysely<Schema>;
beforeAll(async () => {
  app = await buildShopApp();
  const { test } = app;
  const client = await makeShop(test);
  app.shops.woocommerce.add(1);
  const { id } = await connectShop(test, client);
  await readShops(test);
  await shipOrders(test, client, id, ['order-1']);
  await reportAll(test);
  owner = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: test.ownerUrl }) }),
  });
});
afterAll(async () => {
  await owner.destroy();
  await app.test.close();
});

class Rollback extends Error {}

async function violatedBy(corruption: string): Promise<string[]> {
  let seen: string[] = [];
  const scope = { now: app.test.clock.now(), maxInProgressMs: minutes(45), since: null };
  await owner
    .transaction()
    .execute(async (trx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(trx);
      await sql.raw(corruption).execute(trx);
      seen = (await findViolations(trx, scope, new Set(['I28']))).map(({ detail }) => detail);
      throw new Rollback();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Rollback)) throw error;
    });
  return seen;
}

const lost = (state: string, lease: string) =>
  `UPDATE order_reports SET state = '${state}', lease_until = ${lease}`;

it('I28 holds after a report', async () => {
  expect(await violatedBy('SELECT 1')).toEqual([]);
  expect(await violatedBy(lost('reporting', "now() - interval '50 minutes'"))).toEqual([]);
});

it('I28 holds for a label that was voided before its parcel was followed', async () => {
  const voided = `
    WITH lost AS (DELETE FROM order_reports) UPDATE order_parcels SET is_voided = true`;
  expect(await violatedBy(voided)).toEqual([]);
});

it.each([
  ['a label without a report', 'DELETE FROM order_reports', /^no report for order/],
  [
    'a report without the store’s reference',
    'UPDATE order_reports SET reference = NULL',
    /without a reference/,
  ],
  [
    'a report that no process continues',
    lost('reporting', "now() - interval '61 minutes'"),
    /^reporting without a claim/,
  ],
  ['a withdrawal without a claim', lost('withdrawing', 'NULL'), /^withdrawing without a claim/],
])('I28 finds %s', async (_what, corruption, detail) => {
  expect(await violatedBy(corruption)).toEqual([expect.stringMatching(detail)]);
});

it('I28 leaves out stores that are disconnected', async () => {
  const disconnected =
    "UPDATE order_sources SET state = 'disconnected', secrets = NULL, webhook_secret = NULL";
  expect(await violatedBy(`DELETE FROM order_reports; ${disconnected}`)).toEqual([]);
});
