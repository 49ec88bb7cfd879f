import {
  type CommissionRule,
  commissionCents,
  commissionValueOf,
  MARKUP_TYPES,
  MAX_COMMISSION_VALUE,
} from '@lading/contract/commission.ts';
import type { PricingImpact } from '@lading/contract/global-pricing.ts';
import { API } from '@lading/contract/routes.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { logInAs, makeUser } from '../../../test/factories.ts';
import { randomFrom } from '../../../test/random-from.ts';
import { boughtLabel, call, makeShop, type Shop } from '../../../test/shipping.ts';
import { days, hours, later } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { commissionOf } from './commission.store.ts';

interface Label {
  userId: string;
  cost: number;
  createdAt: Date;
  bought: boolean;
}

let test: TestApp;
let admin: Shop;
let clients: Record<'global' | 'suspended' | 'custom' | 'erased' | 'idle', string>;
let labels: Label[];

beforeAll(async () => {
  test = await buildTestApp();
  const user = await makeUser(test, { role: 'admin' });
  admin = { userId: user.id, token: (await logInAs(test, user)).token };
  const shop = await makeShop(test);
  const { transactionId } = await boughtLabel(test, shop);
  const id = async (facts: Parameters<typeof makeUser>[1] = {}) => (await makeUser(test, facts)).id;
  clients = {
    global: shop.userId,
    suspended: await id({ status: 'suspended' }),
    custom: await id(),
    erased: await id(),
    idle: await id(),
  };
  await test.deps.db
    .insertInto('client_pricing')
    .values({ user_id: clients.custom, markup_type: 'flat_rate', markup_value: 999, updated_at: new Date() })
    .execute();
  labels = await insertLabels(transactionId);
  await test.deps.db
    .updateTable('users')
    .set({ erased_at: test.clock.now() })
    .where('id', '=', clients.erased)
    .execute();
});
afterAll(() => test.close());

/** Copies of one shipment with different costs, owners and ages. */
async function insertLabels(like: string): Promise<Label[]> {
  const random = randomFrom(30);
  const owners = [clients.global, clients.global, clients.suspended, clients.custom, clients.erased];
  const made = Array.from({ length: 600 }, (_, index) => ({
    userId: owners[index % owners.length] ?? clients.global,
    cost: Math.floor(random() ** 3 * 50_000),
    createdAt: later(test.clock.now(), -Math.floor(random() * days(60))),
    bought: random() > 0.1,
  }));
  const edges = [-days(30), -days(30) - 1, 0].map((age) => ({
    userId: clients.global,
    cost: 1250,
    createdAt: later(test.clock.now(), age),
    bought: true,
  }));
  const all = [...made, ...edges];
  const owner = new pg.Client({ connectionString: test.ownerUrl });
  await owner.connect();
  // Skips foreign keys: these shipments need no quotes or payments.
  await owner.query("SET session_replication_role = 'replica'");
  await owner.query(
    `INSERT INTO shipments (id, user_id, quote_id, payment_id, state, provider, carrier, service, service_name, transaction_id, tracking_number,
       cost_cents, commission_cents, total_cents, actual_cost_cents, sender, receiver, parcel, ship_date, search_text, created_at, purchased_at)
     SELECT n.id, n.user_id, n.id, payment_id, CASE WHEN n.bought THEN 'purchased' ELSE 'refunded' END, provider, carrier, service, service_name,
       n.id::text, n.id::text, n.cost, 1, n.cost + 1, n.cost, sender, receiver, parcel, ship_date, search_text, n.created_at,
       CASE WHEN n.bought THEN n.created_at END
     FROM shipments, jsonb_to_recordset($2::jsonb) AS n(id uuid, user_id uuid, cost bigint, created_at timestamptz, bought boolean)
     WHERE shipments.id = $1`,
    [
      like,
      JSON.stringify(
        all.map((label) => ({
          id: newId(),
          user_id: label.userId,
          cost: label.cost,
          created_at: label.createdAt,
          bought: label.bought,
        })),
      ),
    ],
  );
  const { rows } = await owner.query('SELECT cost_cents, created_at FROM shipments WHERE id = $1', [like]);
  await owner.end();
  const first = { cost: Number(rows[0].cost_cents), createdAt: rows[0].created_at as Date };
  return [...all, { ...first, userId: clients.global, bought: true }];
}

const setGlobal = async ({ type, value }: CommissionRule) => {
  await test.deps.db.updateTable('global_pricing').set({ markup_type: type, markup_value: value }).execute();
};
const fetchImpact = (markupType: string, markupAmount: string) =>
  call(
    test,
    admin,
    'GET',
    `${API.adminPricingImpact}?markupType=${markupType}&markupAmount=${encodeURIComponent(markupAmount)}`,
  );
const impactOf = async ({ type, value }: CommissionRule): Promise<PricingImpact> => {
  const answer = await fetchImpact(type, (value / 100).toFixed(2));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};

/** Computes label by label with the code that prices quotes. */
function recomputed(rule: CommissionRule): { labels: number; cents: number } {
  const since = later(test.clock.now(), -days(30));
  const counted = labels.filter(
    ({ userId, createdAt, bought }) =>
      bought && createdAt >= since && (userId === clients.global || userId === clients.suspended),
  );
  const cents = counted.reduce((sum, { cost }) => sum + commissionCents(rule, cost), 0);
  return { labels: counted.length, cents };
}

const aRule = fc
  .constantFrom(...MARKUP_TYPES)
  .chain((type) =>
    fc.integer({ min: 0, max: MAX_COMMISSION_VALUE[type] }).map((value): CommissionRule => ({ type, value })),
  );

describe('the impact of a different global commission', () => {
  it('equals repricing the labels of the last 30 days one by one, to the cent', async () => {
    await fc.assert(
      fc.asyncProperty(aRule, aRule, async (saved, wanted) => {
        await setGlobal(saved);
        const [now, after] = [recomputed(saved), recomputed(wanted)];
        expect(await impactOf(wanted)).toEqual({
          clientsOnGlobal: 3,
          clientsOnCustom: 1,
          shipments: now.labels,
          now: now.cents / 100,
          after: after.cents / 100,
          monthlyImpact: (after.cents - now.cents) / 100,
        });
      }),
      { numRuns: 60 },
    );
    expect(recomputed({ type: 'flat_rate', value: 1 }).labels).toBeGreaterThan(100);
  });

  it('is zero for the saved commission, and a preview saves nothing', async () => {
    const saved = { type: 'percentage', value: commissionValueOf(12.5) } as const;
    await setGlobal(saved);
    expect((await impactOf(saved)).monthlyImpact).toBe(0);
    const before = await test.deps.db.selectFrom('global_pricing').selectAll().execute();
    expect((await impactOf({ type: 'flat_rate', value: 0 })).monthlyImpact).toBeLessThan(0);
    expect(await test.deps.db.selectFrom('global_pricing').selectAll().execute()).toEqual(before);
  });

  it('excludes labels older than 30 days', async () => {
    const rule = { type: 'flat_rate', value: 100 } as const;
    const before = await impactOf(rule);
    test.clock.advance(hours(6));
    const after = await impactOf(rule);
    expect(after.shipments).toBeLessThan(before.shipments);
    expect(after.shipments).toBe(recomputed(rule).labels);
  });

  it.each([
    ['percentage', ''],
    ['percentage', '-1'],
    ['percentage', '1.234'],
    ['percentage', '1e3'],
    ['percentage', '1000.01'],
    ['flat_rate', '10000.01'],
    ['flat_rate', 'x'],
    ['global', '1'],
  ])('is rejected for %s %j', async (type, amount) => {
    const answer = await fetchImpact(type, amount);
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'VALIDATION_FAILED']);
  });
});

describe('the commission in the database', () => {
  it('equals the contract for any rule and any cost', async () => {
    const aCost = fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: 99_999_999 }));
    await fc.assert(
      fc.asyncProperty(aRule, fc.array(aCost, { minLength: 1, maxLength: 500 }), async (rule, costs) => {
        const { rows } = await sql<{ cents: number }>`
          SELECT ${commissionOf(rule, sql`cost`)} AS cents FROM unnest(${costs}::bigint[]) WITH ORDINALITY AS c (cost, place)
          ORDER BY place`.execute(test.deps.db);
        expect(rows.map(({ cents }) => cents)).toEqual(costs.map((cost) => commissionCents(rule, cost)));
      }),
      { numRuns: 200 },
    );
  });
});
