import { dateIn } from '@lading/contract/calendar-date.ts';
import type { DashboardData } from '@lading/contract/dashboard.ts';
import { type DateRange, rangeBefore } from '@lading/contract/date-range.ts';
import { CARRIERS } from '@lading/contract/parcel.ts';
import { shares } from '@lading/contract/shares.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { change, growth } from '../src/domains/analytics/compare.ts';
import { monthsIn } from '../src/domains/analytics/months.ts';
import { dashboardOf } from '../src/domains/analytics/show-dashboard.ts';
import { revenueOf } from '../src/domains/analytics/show-revenue.ts';
import { showShipmentStats } from '../src/domains/analytics/show-shipment-stats.ts';
import type { ShipmentState } from '../src/domains/shipments/shipments.tables.ts';
import { days, later } from '../src/platform/clock.ts';
import type { Database } from '../src/platform/db/database.ts';
import type { TestApp } from './build-test-app.ts';
import type { Order } from './made-orders.ts';

/** Daylight-saving changes, ends of months and years, and leap days. */
const SPECIAL_DAYS = [
  '2024-02-29',
  '2025-12-31',
  '2026-02-28',
  '2026-03-08',
  '2026-04-05',
  '2026-06-30',
  '2026-09-27',
  '2026-11-01',
];
const RANGES: DateRange[] = [
  ...SPECIAL_DAYS.map((day) => ({ startDate: day, endDate: day })),
  { startDate: '2024-02-28', endDate: '2024-03-01' },
  { startDate: '2026-02-01', endDate: '2026-04-30' },
  { startDate: '2026-03-08', endDate: '2026-11-01' },
  { startDate: '2025-11-15', endDate: '2026-11-14' },
  // Up to the date of the test clock, and beyond.
  { startDate: '2026-10-20', endDate: '2026-11-16' },
  { startDate: '2026-11-03', endDate: '2026-12-02' },
  { startDate: '2019-01-01', endDate: '2019-02-01' },
];
const FIRST = new Date('2024-01-01T00:00:00Z');
/** Before the test clock starts: figures of today may take in the whole month, because nothing happens in the future. */
const LAST = new Date('2026-11-16T00:00:00Z');
const beforeToday = (time: Date): Date => (time < LAST ? time : LAST);

const ENDS: ShipmentState[] = [
  'paid',
  'purchased',
  'in_transit',
  'delivered',
  'returned',
  'voided',
  'refunded',
];

/** Half of them within fourteen hours of a special day, to cover midnight in every time zone. */
export function randomOrders(
  random: () => number,
  clients: readonly string[],
  count: number,
  adminId?: string,
): Order[] {
  const below = (most: number) => Math.floor(random() * most);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  return Array.from({ length: count }, () => {
    const nearby = (below(57) - 28) * 1_800_000 + pick([-1, 0, 1]);
    const near = later(new Date(`${pick(SPECIAL_DAYS)}T12:00:00Z`), nearby);
    const anywhen = later(FIRST, below(LAST.getTime() - FIRST.getTime()));
    const createdAt = random() < 0.5 ? near : anywhen;
    const state = pick(ENDS);
    const costCents = 1 + below(20_000);
    const isMade = state !== 'paid' && state !== 'refunded';
    return {
      // The first client has most of them.
      userId: clients[Math.min(below(clients.length), below(clients.length))] ?? '',
      carrier: pick(CARRIERS),
      costCents,
      commissionCents: below(3_000),
      createdAt,
      state,
      ...(adminId && isMade && random() < 0.3
        ? {
            refund: {
              cents: 1 + below(costCents),
              at: beforeToday(later(createdAt, below(days(3)))),
              by: adminId,
            },
          }
        : {}),
      ...(adminId && state === 'voided' ? { voidedAt: beforeToday(later(createdAt, below(days(5)))) } : {}),
    };
  });
}

interface Counted {
  id: string;
  user_id: string;
  full_name: string;
  carrier: string;
  status: string;
  created_at: Date;
  /** In the operator's time zone. */
  day: string;
  gross: number;
  commission: number;
  state: string;
}

interface Returned {
  day: string;
  refunded: number;
  credited: number;
}

/** Every refund by an admin and every credit for a voided label, with its day. */
async function returnsByHand(db: Database, zone: string): Promise<Returned[]> {
  const { rows } = await sql<{ at: Date; refunded: number; credited: number }>`
    SELECT created_at AS at, cents AS refunded, 0 AS credited FROM refunds WHERE kind = 'by_admin' AND state <> 'failed'
    UNION ALL
    SELECT t.recorded_at, 0, -e.cents FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
    WHERE t.reason_key LIKE 'void:%' AND e.account = 'refunds_given'`.execute(db);
  return rows.map(({ at, ...cents }) => ({ day: dateIn(zone, at), ...cents }));
}

/** What each ledger transaction adds to the income accounts, with its day. */
async function marginsByHand(db: Database, zone: string): Promise<{ day: string; cents: number }[]> {
  const { rows } = await sql<{ at: Date; cents: number }>`
    SELECT t.recorded_at AS at, -sum(e.cents)::bigint AS cents FROM ledger_transactions t
    JOIN ledger_entries e ON e.transaction_id = t.id
    WHERE e.account IN ('commission', 'rate_variance', 'refunds_given', 'loss') GROUP BY t.id`.execute(db);
  return rows.map(({ at, cents }) => ({ day: dateIn(zone, at), cents }));
}

/** One row per shipment, with money from the ledger. */
async function countEverything(db: Database, zone: string): Promise<Counted[]> {
  const { rows } = await sql<Omit<Counted, 'day'>>`
    SELECT s.id, s.user_id, u.full_name, s.carrier, s.status, s.state, s.created_at,
           coalesce(sum(e.cents) FILTER (WHERE e.account = 'customer_funds'), 0)::bigint AS gross,
           coalesce(-sum(e.cents) FILTER (WHERE e.account = 'commission'), 0)::bigint AS commission
    FROM shipments s JOIN users u ON u.id = s.user_id
    LEFT JOIN ledger_transactions t ON t.reason_key = 'purchase:' || s.id
    LEFT JOIN ledger_entries e ON e.transaction_id = t.id
    GROUP BY s.id, u.full_name`.execute(db);
  return rows.map((row) => ({ ...row, day: dateIn(zone, row.created_at) }));
}

const sum = <T>(list: readonly T[], value: (item: T) => number) =>
  list.reduce((all, item) => all + value(item), 0);
const gross = (list: readonly Counted[]) => sum(list, (row) => row.gross);
const commission = (list: readonly Counted[]) => sum(list, (row) => row.commission);
const clientsOf = (list: readonly Counted[]) => new Set(list.map((row) => row.user_id)).size;

const labels = (list: readonly Counted[]) => list.filter((row) => row.gross > 0).length;

function netByHand(counted: readonly Counted[], returned: readonly Returned[]) {
  const refunded = sum(returned, (row) => row.refunded);
  const credited = sum(returned, (row) => row.credited);
  return {
    refunded: refunded / 100,
    carrierCredits: credited / 100,
    netRevenue: (gross(counted) - refunded) / 100,
    netCommission: (commission(counted) - refunded + credited) / 100,
  };
}

function failuresByHand(counted: readonly Counted[]): DashboardData['failures'] {
  const failed = counted.filter(({ status, state }) => status === 'failed' && state !== 'voided');
  const of = (reason: string, states: readonly string[]) => ({
    reason,
    count: failed.filter(({ state }) => states.includes(state)).length,
  });
  return {
    failed: failed.length,
    voided: counted.filter(({ state }) => state === 'voided').length,
    byReason: [
      of('The carrier did not create the label.', ['purchase_failed', 'refunding', 'refunded']),
      of('The carrier returned the package.', ['returned']),
    ]
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count),
    declined: 0,
    declinedByReason: [],
  };
}

const marginIn = (margins: readonly { day: string; cents: number }[], { startDate, endDate }: DateRange) =>
  sum(
    margins.filter(({ day }) => day >= startDate && day <= endDate),
    ({ cents }) => cents,
  ) / 100;

function dashboardByHand(
  all: readonly Counted[],
  returned: readonly Returned[],
  margins: readonly { day: string; cents: number }[],
  range: DateRange,
): Omit<DashboardData, 'metadata'> {
  const of = ({ startDate, endDate }: DateRange) =>
    all.filter(({ day }) => day >= startDate && day <= endDate);
  const [now, before] = [of(range), of(rangeBefore(range))];
  const byClient = [...Map.groupBy(now, (row) => row.user_id)].map(([clientId, rows]) => ({
    clientId,
    name: rows[0]?.full_name ?? '',
    shipmentCount: rows.length,
    ...growth(gross(rows), gross(before.filter((row) => row.user_id === clientId))),
    grossRevenue: gross(rows) / 100,
  }));
  return {
    summary: {
      totalRevenue: { gross: gross(now) / 100, commission: commission(now) / 100 },
      totalShipments: now.length,
      activeClients: clientsOf(now),
      change: {
        gross: change(gross(now), gross(before)),
        commission: change(commission(now), commission(before)),
        shipments: change(now.length, before.length),
        activeClients: change(clientsOf(now), clientsOf(before)),
      },
      net: netByHand(
        now,
        returned.filter(({ day }) => day >= range.startDate && day <= range.endDate),
      ),
      netMargin: marginIn(margins, range),
    },
    failures: failuresByHand(now),
    topPerformingClients: byClient
      .sort(
        (a, b) =>
          b.grossRevenue - a.grossRevenue ||
          b.shipmentCount - a.shipmentCount ||
          (a.clientId < b.clientId ? -1 : 1),
      )
      .slice(0, 5),
    monthlyTrends: monthsIn(range).map((month) => {
      const rows = now.filter(({ day }) => day.startsWith(month));
      return {
        month,
        shipments: rows.length,
        uniqueClients: clientsOf(rows),
        grossRevenue: gross(rows) / 100,
        commissionRevenue: commission(rows) / 100,
      };
    }),
    carrierStats: carriersByHand(now),
  };
}

function carriersByHand(now: readonly Counted[]): DashboardData['carrierStats'] {
  const carriers = [...Map.groupBy(now, (row) => row.carrier)]
    .map(([carrier, rows]) => ({ carrier, shipmentCount: rows.length, totalRevenue: gross(rows) / 100 }))
    .sort((a, b) => b.shipmentCount - a.shipmentCount || (a.carrier < b.carrier ? -1 : 1));
  const percents = shares(carriers.map(({ shipmentCount }) => shipmentCount));
  return carriers.map((carrier, index) => ({ ...carrier, marketShare: percents[index] ?? 0 }));
}

/** Checks that dashboard, revenue and statistics equal a count of every shipment, with money from the ledger. */
export async function expectFiguresByHand(test: TestApp, adminId: string, timeZone: string): Promise<void> {
  const deps = { ...test.deps, timeZone };
  const actor = { userId: adminId, role: 'admin', ip: null, requestId: null } as const;
  const all = await countEverything(deps.db, timeZone);
  const returned = await returnsByHand(deps.db, timeZone);
  const margins = await marginsByHand(deps.db, timeZone);
  for (const range of RANGES) {
    const expected = dashboardByHand(all, returned, margins, range);
    const { metadata, ...shown } = await dashboardOf(deps, { period: 'custom', ...range });
    expect(shown, `${timeZone} ${range.startDate} to ${range.endDate}`).toEqual(expected);

    const { totalShipments, totalRevenue } = expected.summary;
    const revenue = await revenueOf(deps, range);
    expect(revenue.totals).toEqual({ shipments: totalShipments, ...totalRevenue, ...expected.summary.net });
    for (const day of revenue.days) {
      const onDay = all.filter((row) => row.day === day.date);
      expect(day).toEqual({
        date: day.date,
        shipments: onDay.length,
        gross: gross(onDay) / 100,
        commission: commission(onDay) / 100,
        ...netByHand(
          onDay,
          returned.filter((row) => row.day === day.date),
        ),
      });
    }

    const stats = await showShipmentStats(deps, actor, range);
    const { startDate, endDate } = range;
    expect(stats.overview).toEqual({
      ...overviewByHand(
        all.filter(({ day }) => day >= startDate && day <= endDate),
        returned.filter(({ day }) => day >= startDate && day <= endDate),
      ),
      net_margin: expected.summary.netMargin,
    });
    expect(stats.topClients.map(({ clientId }) => clientId)).toEqual(
      expected.topPerformingClients.map(({ clientId }) => clientId),
    );
  }
  const { overview } = await showShipmentStats(deps, actor, {});
  const allTime = { startDate: '1970-01-01', endDate: '9999-12-31' };
  expect(overview).toEqual({ ...overviewByHand(all, returned), net_margin: marginIn(margins, allTime) });
}

function overviewByHand(counted: readonly Counted[], returned: readonly Returned[]) {
  const having = (status: string) => counted.filter((row) => row.status === status).length;
  const net = netByHand(counted, returned);
  const made = labels(counted);
  return {
    total_revenue: gross(counted) / 100,
    commission: commission(counted) / 100,
    total_shipments: counted.length,
    delivered_shipments: having('delivered'),
    shipped_shipments: having('shipped'),
    pending_shipments: having('pending'),
    failed_shipments: having('failed'),
    average_cost: made === 0 ? 0 : Math.round(gross(counted) / made) / 100,
    labels: made,
    voided_shipments: counted.filter(({ state }) => state === 'voided').length,
    refunded: net.refunded,
    carrier_credits: net.carrierCredits,
    net_revenue: net.netRevenue,
    net_commission: net.netCommission,
  };
}
