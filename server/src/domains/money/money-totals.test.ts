import { MONEY_KINDS, type MoneyData, type MoneyGroup } from '@lading/contract/admin-money.ts';
import { addDays, dateIn } from '@lading/contract/calendar-date.ts';
import type { DateRange } from '@lading/contract/date-range.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { makeUser } from '../../../test/factories.ts';
import { randomOrders } from '../../../test/figures-by-hand.ts';
import { makeOrders } from '../../../test/made-orders.ts';
import { randomFrom } from '../../../test/random-from.ts';
import { inTier, testSeed } from '../../../test/tier.ts';
import { transaction } from '../../platform/db/database.ts';
import { keepOperatorCalendar } from '../../platform/db/operator-calendar.ts';
import { newId } from '../../platform/ids.ts';
import { bookings, type Entries, post, reversed } from '../ledger/ledger.ts';
import { findViolations } from '../reconciliation/invariants.store.ts';
import { foldMoney } from './fold-money.ts';
import { showMoney } from './show-money.ts';

const SEED = testSeed();
const random = randomFrom(SEED);
const below = (limit: number) => Math.floor(random() * limit);
const ZONE = 'Pacific/Auckland';
const RANGES: DateRange[] = [
  { startDate: '2024-01-01', endDate: '2026-11-16' },
  { startDate: '2026-03-08', endDate: '2026-11-01' },
  { startDate: '2026-02-01', endDate: '2026-02-28' },
  { startDate: '2025-12-31', endDate: '2025-12-31' },
];

let test: TestApp;
let owner: pg.Client;
let clients: string[];
let admin: string;
beforeAll(async () => {
  test = await buildTestApp({ TIME_ZONE: ZONE });
  owner = new pg.Client({ connectionString: test.ownerUrl });
  await owner.connect();
  clients = [];
  for (let count = 0; count < 6; count += 1) clients.push((await makeUser(test)).id);
  admin = (await makeUser(test, { role: 'admin' })).id;
});
afterAll(async () => {
  await owner.end();
  await test.close();
});

const show = async (by: MoneyGroup, range: DateRange, timeZone = ZONE): Promise<MoneyData> => {
  const actor = { userId: admin, role: 'admin', ip: null, requestId: null } as const;
  const deps = { ...test.deps, timeZone };
  return (await showMoney(deps, actor, { period: '30d', by, ...range })).data;
};

const book = (reasonKey: string, entries: Entries, at: Date) =>
  transaction(test.deps.db, (trx) => post(trx, { now: () => at }, reasonKey, entries));

/** Labels, voids, and bookings of every other kind, some for a shipment and some without any known object. */
async function trade(count: number): Promise<void> {
  const orders = randomOrders(random, clients, count, admin);
  const ids = await makeOrders(test.deps.db, orders);
  const kinds = [
    (id: string) => [`adjustment:${id}:billed`, bookings.carrierAdjustment(below(900) + 1)],
    (id: string) => [`adjustment:${id}:passed-on`, bookings.adjustmentPassedOn(below(900) + 1, below(200))],
    (id: string) => [`adjustment:${id}:reversed`, reversed(bookings.adjustmentPassedOn(77, 5))],
    (id: string) => [`fee:${id}`, bookings.processorFee(below(300) + 1)],
    (id: string) => [`dispute-lost:${id}`, bookings.disputeLost(below(2_000) + 1)],
    (id: string) => [`refund-request:${id}`, bookings.refundGiven(below(2_000) + 1)],
    (id: string) => [`refund-failed:${id}`, reversed(bookings.refundGiven(12))],
    (id: string) => [`processor-payout:${id}`, { bank: 500, processor: -500 }],
    (id: string) => [`surprise:${id}`, { loss: 3, bank: -3 }],
  ] as readonly ((id: string) => [string, Entries])[];
  for (const [index] of ids.entries()) {
    const at = orders[index]?.createdAt ?? new Date(0);
    const kind = kinds[below(kinds.length)];
    if (kind && random() < 0.4) await book(...kind(newId()), at);
  }
}

const INCOME = sql`('commission', 'rate_variance', 'refunds_given', 'loss', 'bad_debt', 'processor_fees', 'carrier_adjustments', 'adjustment_fees')`;

/** The margin by the ledger alone, by the days of a time zone. */
async function marginByHand(zone: string): Promise<(range: DateRange) => number> {
  const { rows } = await sql<{ at: Date; cents: number }>`
    SELECT t.recorded_at AS at, -sum(e.cents)::bigint AS cents FROM ledger_transactions t
    JOIN ledger_entries e ON e.transaction_id = t.id WHERE e.account IN ${INCOME} GROUP BY t.id`.execute(
    test.deps.db,
  );
  const booked = rows.map(({ at, cents }) => ({ day: dateIn(zone, at), cents }));
  return ({ startDate, endDate }) =>
    booked.filter(({ day }) => day >= startDate && day <= endDate).reduce((sum, { cents }) => sum + cents, 0);
}

/** The same totals in every grouping, equal to the sum of their rows and to the ledger. */
async function expectAgreement(zone = ZONE): Promise<void> {
  const byHand = await marginByHand(zone);
  for (const range of RANGES) {
    const { totals } = await show('day', range, zone);
    expect(totals.netMargin, `${range.startDate} to ${range.endDate}`).toBe(byHand(range));
    for (const by of ['day', 'client', 'carrier', 'service'] as const) {
      const shown = await show(by, range, zone);
      expect(shown.totals, `by ${by}`).toEqual(totals);
      for (const figure of Object.keys(totals) as (keyof typeof totals)[])
        expect(shown.rows.reduce((sum, row) => sum + row[figure], 0)).toBe(totals[figure]);
    }
  }
  const scope = { now: test.clock.now(), maxInProgressMs: 1, since: null };
  expect(await findViolations(test.deps.db, scope, new Set(['I27']))).toEqual([]);
}

const queued = async () =>
  (await sql<{ count: number }>`SELECT count(*) AS count FROM money_queue`.execute(test.deps.db)).rows[0]
    ?.count;

describe('money totals', { shuffle: false }, () => {
  describe(`totals of random bookings (seed ${SEED})`, () => {
    it('agree by day, client, carrier and service, and with the ledger, before and after they are folded', async () => {
      await trade(inTier(60, 400));
      await expectAgreement();
      await foldMoney(test.deps, { batchSize: 40, maxBatches: 1 });
      expect(await queued()).toBeGreaterThan(0);
      await expectAgreement();
      await foldMoney(test.deps);
      expect(await queued()).toBe(0);
      await expectAgreement();
    });

    it('follow the days of another time zone', async () => {
      await keepOperatorCalendar(test.ownerUrl, 'America/Los_Angeles');
      await trade(20);
      await expectAgreement('America/Los_Angeles');
      await keepOperatorCalendar(test.ownerUrl, ZONE);
      await expectAgreement();
    });

    it('lose nothing that commits after later bookings were folded', async () => {
      const { db, clock } = { db: test.deps.db, clock: test.clock };
      const late = await db.startTransaction().execute();
      await post(late, clock, `surprise:${newId()}`, { loss: 1, bank: -1 });
      await book(`surprise:${newId()}`, { loss: 2, bank: -2 }, clock.now());
      await foldMoney(test.deps);
      expect(await queued()).toBe(0);
      await late.commit().execute();
      await expectAgreement();
      await foldMoney(test.deps);
      await expectAgreement();
    });

    it('lose nothing while two processes fold and others write', async () => {
      let writing = true;
      const folder = async () => {
        while (writing) await foldMoney(test.deps, { batchSize: 3, maxBatches: 1 });
      };
      const folders = [folder(), folder()];
      await Promise.all([trade(12), trade(12), trade(12)]);
      writing = false;
      await Promise.all(folders);
      await foldMoney(test.deps);
      await expectAgreement();
    });
  });

  describe('bookings from before an upgrade', () => {
    const WHOLE = RANGES[0] as DateRange;

    it('are added in steps, and the figures say how far they are complete', async () => {
      const before = await show('day', WHOLE);
      expect(before).toMatchObject({ isComplete: true, completeUntil: null });
      await owner.query(`
      TRUNCATE money_lines, money_totals_by_day, money_totals_by_client_day, money_totals_by_client_month;
      UPDATE money_progress SET done_to = 0, until_id = (SELECT max(id) FROM ledger_transactions)`);
      expect(await show('day', WHOLE)).toMatchObject({ isComplete: false, completeUntil: null });
      await book(`surprise:${newId()}`, { loss: 5, bank: -5 }, test.clock.now());
      const fold = () => foldMoney(test.deps, { batchSize: 50, maxBatches: 1 });
      await fold();
      await fold();
      const { rows } = await sql<{ at: Date }>`
      SELECT recorded_at AS at FROM ledger_transactions t JOIN money_progress p ON p.done_to = t.id`.execute(
        test.deps.db,
      );
      const partly = await show('day', WHOLE);
      expect(partly.isComplete).toBe(false);
      expect(partly.completeUntil).toBe(addDays(dateIn(ZONE, rows[0]?.at ?? new Date(0)), -1));
      // New bookings are included from the start.
      expect(partly.totals.losses).toBeGreaterThanOrEqual(5);
      const scope = { now: test.clock.now(), maxInProgressMs: 1, since: null };
      expect(await findViolations(test.deps.db, scope, new Set(['I27']))).toEqual([]);
      await foldMoney(test.deps);
      const after = await show('day', WHOLE);
      expect(after.isComplete).toBe(true);
      expect(after.totals).toEqual({
        ...before.totals,
        losses: before.totals.losses + 5,
        netMargin: before.totals.netMargin - 5,
      });
      await expectAgreement();
    });
  });

  it('the database knows the kinds of bookings that the contract names', async () => {
    const { rows } = await sql<{ kind: string }>`SELECT DISTINCT kind FROM money_kinds`.execute(test.deps.db);
    expect([...rows.map(({ kind }) => kind), 'other'].sort()).toEqual([...MONEY_KINDS].sort());
  });

  describe('lines and totals', () => {
    it('cannot be written by the application', async () => {
      const { db } = test.deps;
      for (const table of [
        'money_lines',
        'money_totals_by_day',
        'money_totals_by_client_day',
        'money_totals_by_client_month',
        'money_queue',
        'money_progress',
        'money_kinds',
      ])
        await expect(sql`DELETE FROM ${sql.table(table)}`.execute(db)).rejects.toThrow('permission denied');
      await expect(sql`SELECT rebuild_money_totals()`.execute(db)).rejects.toThrow('permission denied');
    });

    it('are folded by one process at a time', async () => {
      await book(`surprise:${newId()}`, { loss: 1, bank: -1 }, test.clock.now());
      const fold = sql<{ folded: number }>`SELECT fold_money(1000) AS folded`;
      await test.deps.db.transaction().execute(async (trx) => {
        expect((await fold.execute(trx)).rows[0]?.folded).toBe(1);
        expect((await fold.execute(test.deps.db)).rows[0]?.folded).toBe(0);
      });
    });

    it('list the clients with the highest revenue and add up the others', async () => {
      onTestFinished(async () => {
        await owner.query(`DELETE FROM money_totals_by_client_day WHERE day = '2023-05-05'`);
      });
      await owner.query(`
      INSERT INTO money_totals_by_client_day
      SELECT '2023-05-05', gen_random_uuid(), number, 0, 0, 0, 0, 0 FROM generate_series(1, 230) AS number`);
      const { rows, others, totals } = await show('client', {
        startDate: '2023-05-04',
        endDate: '2023-05-06',
      });
      expect(rows).toHaveLength(200);
      expect(rows[0]?.revenue).toBe(230);
      expect(others).toMatchObject({ clients: 30, revenue: (30 * 31) / 2 });
      expect(totals.revenue).toBe((230 * 231) / 2);
    });
  });
});
