import { addDays } from '@lading/contract/calendar-date.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { makeUser } from '../../../test/factories.ts';
import { expectFiguresByHand, randomOrders } from '../../../test/figures-by-hand.ts';
import { makeOrders, move } from '../../../test/made-orders.ts';
import { randomFrom } from '../../../test/random-from.ts';
import { inTier } from '../../../test/tier.ts';
import { keepOperatorCalendar } from '../../platform/db/operator-calendar.ts';
import { newId } from '../../platform/ids.ts';
import type { RefundKind } from '../payments/payments.tables.ts';
import type { ShipmentState } from '../shipments/shipments.tables.ts';
import { foldTotals } from './fold-totals.ts';
import { dashboardOf } from './show-dashboard.ts';
import { revenueOf } from './show-revenue.ts';

/** A zone with a fractional-hour offset, and one with daylight saving time near the date line. */
const QUICK_ZONES = ['Asia/Kathmandu', 'Pacific/Auckland'];
const ZONES = inTier(QUICK_ZONES, ['UTC', 'America/Los_Angeles', ...QUICK_ZONES]);

let test: TestApp;
let clients: string[];
let admin: string;

beforeAll(async () => {
  test = await buildTestApp();
  clients = [];
  for (let count = 0; count < 8; count += 1) clients.push((await makeUser(test)).id);
  admin = (await makeUser(test, { role: 'admin' })).id;
});
afterAll(() => test.close());

const random = randomFrom(20_261_115);
const someOrders = (count: number) => randomOrders(random, clients, count, admin);
const expectByHand = (zone: string) => expectFiguresByHand(test, admin, zone);

describe('analytics totals', { shuffle: false }, () => {
  describe('figures match a manual count and the ledger to the cent', () => {
    it.each(ZONES)('in %s: before and after folding, and after changes', async (zone) => {
      // Rebuilds the totals of the shipments from earlier zones.
      await keepOperatorCalendar(test.ownerUrl, zone);
      await expectByHand(zone);
      const ids = await makeOrders(test.deps.db, someOrders(inTier(60, 120)));
      await expectByHand(zone);
      await foldTotals(test.deps);
      await expectByHand(zone);
      const { rows } = await sql<{ id: string; state: ShipmentState }>`
      SELECT id, 'in_transit' AS state FROM shipments WHERE state = 'purchased' AND id = ANY (${ids})`.execute(
        test.deps.db,
      );
      expect(rows.length).toBeGreaterThan(5);
      await move(test.deps.db, rows);
      await expectByHand(zone);
      await foldTotals(test.deps);
      await expectByHand(zone);
    });

    it('after refunds, which are listed separately on the day of their request', async () => {
      const zone = 'Pacific/Auckland';
      const range = { startDate: '2026-09-26', endDate: '2026-09-28' };
      const deps = { ...test.deps, timeZone: zone };
      const before = await revenueOf(deps, range);
      const [shipment] = await makeOrders(test.deps.db, [
        {
          userId: clients[0] ?? '',
          carrier: 'USPS',
          costCents: 900,
          commissionCents: 100,
          createdAt: new Date('2026-09-26T12:30:00Z'),
          state: 'purchased',
        },
      ]);
      // That day has 23 hours there. It started at noon UTC the day before and ends at eleven.
      for (const [cents, at, state] of [
        [300, '2026-09-26T11:59:59.999Z', 'requested'],
        [50, '2026-09-26T12:00:00.000Z', 'requested'],
        [40, '2026-09-27T10:59:59.999Z', 'requested'],
        [30, '2026-09-27T11:00:00.000Z', 'requested'],
        [20, '2026-09-27T11:00:00.000Z', 'failed'],
      ] as const)
        await insertRefund(shipment ?? '', 'by_admin', cents, new Date(at), state);
      // A payment that bought nothing was never counted, so its refund is not shown either.
      await insertRefund(
        shipment ?? '',
        'failed_purchase',
        10,
        new Date('2026-09-27T00:00:00Z'),
        'requested',
      );
      const after = await revenueOf(deps, range);
      const grown = (field: 'gross' | 'commission' | 'refunded') =>
        after.days.map((day, index) => Math.round((day[field] - (before.days[index]?.[field] ?? 0)) * 100));
      expect(grown('gross')).toEqual([0, 1000, 0]);
      expect(grown('commission')).toEqual([0, 100, 0]);
      expect(grown('refunded')).toEqual([300, 90, 30]);
      expect(after.totals.refunded).toBeCloseTo(before.totals.refunded + 4.2, 6);
      await expectByHand(zone);
    });
  });

  async function insertRefund(
    shipmentId: string,
    kind: RefundKind,
    cents: number,
    at: Date,
    state: 'requested' | 'failed',
  ) {
    const { db } = test.deps;
    const id = newId();
    await db
      .insertInto('refunds')
      .values({
        id,
        payment_id: shipmentId,
        shipment_id: shipmentId,
        cents,
        kind,
        reason: 'Lost on the way',
        requested_by: admin,
        provider_id: null,
        created_at: at,
        ended_at: null,
      })
      .execute();
    if (state === 'failed')
      for (const next of ['submitted', 'failed'] as const)
        await db.updateTable('refunds').set({ state: next }).where('id', '=', id).execute();
  }

  describe('totals', () => {
    const totals = async () => {
      const { rows } = await sql<{ line: string }>`
      SELECT 'day ' || (t.day, carrier, status, shipments, gross_cents, commission_cents)::text AS line
      FROM totals_by_day t WHERE shipments <> 0
      UNION ALL SELECT 'client day ' || (t.day, user_id, shipments, gross_cents, commission_cents)::text
      FROM totals_by_client_day t WHERE shipments <> 0
      UNION ALL SELECT 'client month ' || (month, user_id, shipments, gross_cents, commission_cents)::text
      FROM totals_by_client_month t WHERE shipments <> 0
      ORDER BY 1`.execute(test.deps.db);
      return rows.map(({ line }) => line);
    };

    it('are never negative, and zero when nothing is left', async () => {
      await foldTotals(test.deps);
      for (const table of ['totals_by_day', 'totals_by_client_day', 'totals_by_client_month']) {
        const { rows } = await sql`
        SELECT * FROM ${sql.table(table)} WHERE shipments < 0 OR gross_cents < 0 OR commission_cents < 0
          OR (shipments = 0 AND (gross_cents, commission_cents) <> (0, 0))`.execute(test.deps.db);
        expect(rows).toEqual([]);
      }
    });

    it('are the same after a rebuild', async () => {
      await foldTotals(test.deps);
      const kept = await totals();
      expect(kept.length).toBeGreaterThan(100);
      const zone = 'Pacific/Auckland';
      // To another time zone and back: the second rebuild must restore the first totals.
      await keepOperatorCalendar(test.ownerUrl, 'UTC');
      expect(await totals()).not.toEqual(kept);
      await keepOperatorCalendar(test.ownerUrl, zone);
      expect(await totals()).toEqual(kept);
    });

    it('cannot be written by the application', async () => {
      const { db } = test.deps;
      for (const table of [
        'totals_by_day',
        'totals_by_client_day',
        'totals_by_client_month',
        'shipment_changes',
      ])
        for (const statement of [
          sql`DELETE FROM ${sql.table(table)}`,
          sql`UPDATE ${sql.table(table)} SET shipments = 1`,
        ])
          await expect(statement.execute(db)).rejects.toThrow('permission denied');
      await expect(sql`SELECT rebuild_totals()`.execute(db)).rejects.toThrow('permission denied');
      await expect(sql`SELECT keep_operator_calendar('UTC')`.execute(db)).rejects.toThrow(
        'permission denied',
      );
    });

    it('lose nothing while two processes fold and others write', async () => {
      const { db } = test.deps;
      let writing = true;
      const writer = async () => {
        for (let round = 0; round < 6; round += 1) {
          const orders = someOrders(15).map((order) => ({ ...order, state: 'purchased' as const }));
          const ids = await makeOrders(db, orders);
          await move(
            db,
            ids.map((id) => ({ id, state: 'in_transit' as const })),
          );
        }
      };
      const folder = async () => {
        while (writing) await sql`SELECT fold_shipment_changes(7)`.execute(db);
      };
      const folders = [folder(), folder()];
      await Promise.all([writer(), writer(), writer()]);
      writing = false;
      await Promise.all(folders);
      await foldTotals(test.deps);
      const { rows } = await sql`SELECT FROM shipment_changes`.execute(db);
      expect(rows).toHaveLength(0);
      await expectByHand('Pacific/Auckland');
    });

    it('are folded by one process at a time', async () => {
      const { db } = test.deps;
      await makeOrders(db, someOrders(5));
      const fold = sql<{ folded: number }>`SELECT fold_shipment_changes(1000) AS folded`;
      await db.transaction().execute(async (trx) => {
        expect((await fold.execute(trx)).rows[0]?.folded).toBeGreaterThan(0);
        expect((await fold.execute(db)).rows[0]?.folded).toBe(0);
      });
      expect((await fold.execute(db)).rows[0]?.folded).toBe(0);
    });
  });

  it('includes the whole last day of a range', async () => {
    const deps = { ...test.deps, timeZone: 'Pacific/Auckland' };
    const startDate = '2026-10-25';
    let last = -1;
    for (let more = 0; more < 12; more += 1) {
      const { summary } = await dashboardOf(deps, {
        period: 'custom',
        startDate,
        endDate: addDays(startDate, more),
      });
      expect(summary.totalShipments).toBeGreaterThanOrEqual(last);
      last = summary.totalShipments;
    }
  });
});
