import { API } from '@lading/contract/routes.ts';
import type { HistoryAnswer } from '@lading/contract/shipments.ts';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { boughtLabel, call, makeShop, type Shop } from '../../../test/shipping.ts';
import { inTier } from '../../../test/tier.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { countHistory, selectHistory } from './history.store.ts';

const MANY = inTier(20_000, 100_000);

let test: TestApp;
let shop: Shop;
let crowded: Shop;

beforeAll(async () => {
  test = await buildTestApp();
  shop = await makeShop(test);
  crowded = await makeShop(test);
  await boughtLabel(test, shop);
  await insertShipments(shop, 60);
  await insertShipments(crowded, MANY);
}, 180_000);
afterAll(() => test.close());

/** Copies of a shipment, each a minute older than the last, with rotating statuses, carriers and prices. */
async function insertShipments({ userId }: Shop, count: number) {
  const client = new pg.Client({ connectionString: test.ownerUrl });
  await client.connect();
  await client.query('SET session_replication_role = replica');
  await client.query(
    `INSERT INTO shipments (id, user_id, quote_id, payment_id, state, provider, carrier, service, service_name, transaction_id,
       tracking_number, cost_cents, commission_cents, total_cents, actual_cost_cents, sender, receiver, parcel, ship_date,
       delivery_date, search_text, created_at, purchased_at)
     SELECT gen_random_uuid(), $1::uuid, gen_random_uuid(), s.payment_id,
       (ARRAY['purchased', 'in_transit', 'delivered', 'refunded'])[n % 4 + 1], s.provider,
       (ARRAY['USPS', 'FedEx', 'UPS', 'DHL'])[n / 4 % 4 + 1], s.service, s.service_name, $1::uuid::text || '-' || n, 'TRACK' || n,
       100 + n % 997, 0, 100 + n % 997, 100 + n % 997, s.sender, s.receiver, s.parcel, date '2026-11-17' + n % 20,
       CASE WHEN n % 5 > 0 THEN date '2026-11-20' + n % 20 END, lower('track' || n || ' person ' || n || ' 100%_sure \\ austin'),
       s.created_at - n * interval '1 minute', s.created_at
     FROM (SELECT * FROM shipments WHERE service IS NOT NULL LIMIT 1) s, generate_series(1, $2::int) n`,
    [userId, count],
  );
  await client.query('ANALYZE shipments');
  await client.end();
}

async function history(query: Record<string, string> = {}, of = shop): Promise<HistoryAnswer> {
  const answer = await call(test, of, 'GET', `${API.history}?${new URLSearchParams(query)}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const total = async (query: Record<string, string>) => (await history(query)).pagination.totalRecords;

describe('the shipping history', () => {
  it('lists all shipments, newest first, without parameters', async () => {
    const { shipments, pagination } = await history();
    expect(shipments).toHaveLength(61);
    expect(pagination.totalRecords).toBe(61);
    const times = shipments.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted().reverse());
    expect(shipments[0]).toMatchObject({ status: 'pending', labelStatus: 'ready', cost: expect.any(Number) });
  });

  it('has pages that together contain every shipment once', async () => {
    const pages = await Promise.all(['1', '2', '3'].map((page) => history({ page, limit: '25' })));
    expect(pages.map(({ shipments }) => shipments.length)).toEqual([25, 25, 11]);
    const ids = pages.flatMap(({ shipments }) => shipments.map(({ shipment_id }) => shipment_id));
    expect(ids).toEqual((await history()).shipments.map(({ shipment_id }) => shipment_id));
    expect(pages[1]?.pagination).toEqual({
      totalRecords: 61,
      currentPage: 2,
      totalPages: 3,
      recordsPerPage: 25,
      hasPrevPage: true,
      hasNextPage: true,
    });
  });

  it('is empty beyond its last page, with correct totals (MA10)', async () => {
    const { shipments, pagination } = await history({ page: '9', limit: '25' });
    expect([shipments, pagination.totalRecords, pagination.totalPages]).toEqual([[], 61, 3]);
  });

  it.each(['pending', 'in_transit', 'delivered', 'failed'])('filters by status %s', async (status) => {
    const { shipments } = await history({ status });
    expect(shipments.length).toBeGreaterThan(10);
    expect(new Set(shipments.map((item) => item.status))).toEqual(new Set([status]));
  });

  it('filters by carrier and by day', async () => {
    const { shipments } = await history({ carrier: 'DHL' });
    expect(new Set(shipments.map(({ carrier }) => carrier))).toEqual(new Set(['DHL']));
    expect(await total({ from: '2026-11-16', to: '2026-11-16' })).toBe(61);
    expect(await total({ from: '2026-11-17' })).toBe(0);
    expect(await total({ to: '2026-11-15' })).toBe(0);
    expect(await total({ from: '2026-11-17', to: '2026-11-16' })).toBe(0);
  });

  it.each([
    ['TRACK17', 1],
    ['track1', 11],
    ['Person 33', 1],
    ['AUSTIN', 61],
    ['nobody', 0],
  ])('finds %s regardless of case', async (search, count) => {
    expect(await total({ search })).toBe(count);
  });

  it.each([
    ['%', 60],
    ['_', 60],
    ['100%_sure', 60],
    ['1%5', 0],
    ['t_ack', 0],
    ['\\', 60],
    ["' OR 1=1--", 0],
    ['"', 0],
  ])('searches %s literally (IN01)', async (search, count) => {
    expect(await total({ search })).toBe(count);
  });

  it.each(['created_at', 'shipping_date', 'delivery_date', 'cost'])(
    'sorts by %s in both directions',
    async (sortBy) => {
      const field = sortBy as 'cost';
      const valuesOf = async (sortOrder: string) =>
        (await history({ sortBy, sortOrder })).shipments
          .map((item) => item[field])
          .filter((value) => value !== null);
      const up = await valuesOf('ASC');
      expect(up).toEqual(up.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
      expect(await valuesOf('DESC')).toEqual(up.toReversed());
    },
  );

  it.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=two',
    'limit=1000000',
    'limit=0',
    'status=shipped',
    'status=pending&status=failed',
    'search=a&search=b',
    'carrier=Pigeon',
    'sortBy=total_cents',
    'sortBy=id;DROP TABLE shipments',
    'sortOrder=;DROP',
    'from=2026-02-30',
    'to=10000-01-01',
    'from=yesterday',
    'search=a%00b',
    `search=${'x'.repeat(101)}`,
  ])('refuses %s (MA05, MA10, MA11, IN02, IN06)', async (query) => {
    const answer = await call(test, shop, 'GET', `${API.history}?${query}`);
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('never shows shipments of other clients (AZ01, AZ12)', async () => {
    const stranger = await makeShop(test);
    for (const query of [{}, { search: '%' }])
      expect((await history(query, stranger)).pagination.totalRecords).toBe(0);
    for (const name of ['userEmail', 'userId', 'user_id']) {
      const answer = await call(test, stranger, 'GET', `${API.history}?${name}=${shop.userId}`);
      expect([answer.statusCode, answer.json().error], name).toEqual([400, 'VALIDATION_FAILED']);
    }
  });

  it(`returns the first page and a deep page of ${MANY} shipments`, async () => {
    const first = await history({ page: '1', limit: '25' }, crowded);
    const deepPage = MANY / 25 - 100;
    const deep = await history({ page: String(deepPage), limit: '25' }, crowded);
    expect(first.pagination.totalRecords).toBe(MANY);
    expect(first.shipments[0]?.tracking_number).toBe('TRACK1');
    expect(deep.shipments[0]?.tracking_number).toBe(`TRACK${(deepPage - 1) * 25 + 1}`);
    expect(deep.shipments).toHaveLength(25);
    const last = { search: `person ${MANY - 1}`, limit: '25' };
    expect((await history(last, crowded)).pagination.totalRecords).toBe(1);
    expect((await history({ status: 'failed', limit: '25' }, crowded)).pagination.totalRecords).toBe(
      MANY / 4,
    );
  });

  it('uses an index instead of reading all shipments', async () => {
    const statements: { sql: string; parameters: readonly unknown[] }[] = [];
    const pool = new pg.Pool({ connectionString: test.ownerUrl });
    const db = new Kysely<Schema>({
      dialect: new PostgresDialect({ pool }),
      log: ({ query }) => void statements.push(query),
    });
    const page = { sortBy: 'created_at', descending: true, offset: 0, limit: 25 } as const;
    for (const filter of [{}, { status: 'pending' as const }, { search: 'person 33' }]) {
      await selectHistory(db, shop.userId, filter, page);
      await countHistory(db, shop.userId, filter);
    }
    for (const { sql, parameters } of statements) {
      const { rows } = await pool.query(`EXPLAIN ${sql}`, [...parameters]);
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(/Seq Scan on shipments/);
    }
    expect(statements).toHaveLength(6);
    await db.destroy();
  });
});
