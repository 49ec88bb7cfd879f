import { API } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts';
import { bearer, logInAs, makeUser } from '../../test/factories.ts';
import { boughtLabel, makeShop } from '../../test/shipping.ts';
import { findViolations } from '../domains/reconciliation/invariants.store.ts';
import { minutes } from '../platform/clock.ts';
import { seedDatabase } from './seed-database.ts';

const SIZE = { shipments: 500, auditLogs: 1_200, clients: 12 };

let test: TestApp;
let indexesBefore: string[];

beforeAll(async () => {
  test = await buildTestApp({ TIME_ZONE: 'America/Los_Angeles' });
  await boughtLabel(test, await makeShop(test));
  indexesBefore = await indexes();
  await seedDatabase(test.ownerUrl, SIZE, test.clock.now(), () => {});
});
afterAll(() => test.close());

async function count(from: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ rows: number }>`SELECT count(*) AS rows FROM ${from}`.execute(test.deps.db);
  return rows[0]?.rows ?? 0;
}

async function indexes(): Promise<string[]> {
  const { rows } = await sql<{ indexdef: string }>`
    SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexname`.execute(test.deps.db);
  return rows.map(({ indexdef }) => indexdef);
}

describe('seed data', { shuffle: false }, () => {
  it('has the requested size, with a fifth for one client', async () => {
    expect(await count(sql`shipments`)).toBe(SIZE.shipments + 1);
    expect(await count(sql`audit_logs`)).toBeGreaterThanOrEqual(SIZE.auditLogs);
    expect(
      await count(sql`users WHERE email LIKE '%@shop.example' AND last_active_at IS NOT NULL`),
    ).toBeGreaterThan(SIZE.clients / 2);
    const { rows } = await sql<{ most: number }>`
      SELECT max(count) AS most FROM (SELECT count(*) FROM shipments GROUP BY user_id) c`.execute(
      test.deps.db,
    );
    expect(rows[0]?.most).toBeGreaterThan(SIZE.shipments / 5);
    for (const status of ['pending', 'shipped', 'delivered', 'failed'])
      expect(await count(sql`shipments WHERE status = ${status}`)).toBeGreaterThan(0);
    expect(await count(sql`(SELECT DISTINCT carrier FROM shipments) c`)).toBe(4);
    expect(await count(sql`refunds WHERE kind = 'by_admin'`)).toBeGreaterThan(0);
    expect(await count(sql`(SELECT DISTINCT tracking_number FROM shipments) s`)).toBe(
      await count(sql`shipments WHERE tracking_number IS NOT NULL`).then((bought) => bought + 1),
    );
  });

  it('satisfies every invariant', async () => {
    const scope = { now: test.clock.now(), maxInProgressMs: minutes(45), since: null };
    expect(await findViolations(test.deps.db, scope)).toEqual([]);
  });

  it('satisfies the constraints that were off while seeding', async () => {
    const { rows } = await sql<{ broken: string }>`
      SELECT conname AS broken FROM pg_constraint WHERE contype IN ('c', 'f') AND NOT convalidated`.execute(
      test.deps.db,
    );
    expect(rows).toEqual([]);
    expect(await count(sql`shipments s LEFT JOIN users u ON u.id = s.user_id WHERE u.id IS NULL`)).toBe(0);
    expect(
      await count(
        sql`audit_logs l LEFT JOIN users u ON u.id = l.user_id WHERE l.user_id IS NOT NULL AND u.id IS NULL`,
      ),
    ).toBe(0);
  });

  it('is counted and sealed', async () => {
    expect(await count(sql`shipment_changes`)).toBe(0);
    expect(await count(sql`audit_unsealed`)).toBe(0);
    expect(await count(sql`money_lines WHERE kind = 'label'`)).toBe(
      await count(sql`shipments WHERE purchased_at IS NOT NULL`),
    );
    expect(await count(sql`audit_seals`)).toBe(await count(sql`audit_logs`));
    const admin = await logInAs(test, await makeUser(test, { role: 'admin' }));
    const answer = await test.inject({ url: API.adminShipmentStats, headers: bearer(admin.token) });
    const { rows } = await sql<{ gross: number }>`
      SELECT sum(total_cents)::bigint AS gross FROM shipments WHERE purchased_at IS NOT NULL`.execute(
      test.deps.db,
    );
    expect(answer.json().overview).toMatchObject({
      total_shipments: SIZE.shipments + 1,
      total_revenue: (rows[0]?.gross ?? 0) / 100,
    });
  });

  it('restores every index', async () => {
    expect(await indexes()).toEqual(indexesBefore);
  });

  it('can be extended, and normal work continues', async () => {
    await seedDatabase(
      test.ownerUrl,
      { shipments: 20, auditLogs: 50, clients: 3 },
      test.clock.now(),
      () => {},
    );
    await boughtLabel(test, await makeShop(test));
    expect(await count(sql`shipments`)).toBe(SIZE.shipments + 22);
    const scope = { now: test.clock.now(), maxInProgressMs: minutes(45), since: null };
    expect(await findViolations(test.deps.db, scope)).toEqual([]);
  });
});
