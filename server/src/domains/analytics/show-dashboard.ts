import { dateIn } from '@lading/contract/calendar-date.ts';
import { TOP_CLIENTS_COUNT } from '@lading/contract/constants.ts';
import type { DashboardAnswer, DashboardData, DashboardQuery } from '@lading/contract/dashboard.ts';
import { type DateRange, rangeBefore } from '@lading/contract/date-range.ts';
import { dollarsOf } from '@lading/contract/money.ts';
import { shares } from '@lading/contract/shares.ts';
import type { Actor } from '../../platform/actor.ts';
import { noteView } from '../audit/note-view.ts';
import type { AnalyticsDeps } from './analytics.deps.ts';
import { clientFigures, clientsByMonth, figuresByMonthAndCarrier, figuresOf } from './analytics.store.ts';
import { type ChosenRange, chosenRange } from './chosen-range.ts';
import { change, growth } from './compare.ts';
import { countExceptions, declinedByReason, failuresByReason, type ReasonCount } from './failures.store.ts';
import { type Figures, netOf, sumByCarrier, sumOf } from './figures.ts';
import { netMarginOf } from './margin.store.ts';
import { monthsIn, toMonthEnd } from './months.ts';
import { returnsOf } from './returns.store.ts';

const MAX_REASONS = 10;

export async function showDashboard(
  deps: AnalyticsDeps,
  actor: Actor,
  query: DashboardQuery,
): Promise<DashboardAnswer> {
  const range = chosenRange(query, dateIn(deps.timeZone, deps.clock.now()));
  const { startDate, endDate } = range;
  const [data] = await Promise.all([
    dashboardOf(deps, range),
    noteView(deps, actor, 'VIEW_DASHBOARD', { dateRange: { startDate, endDate } }),
  ]);
  return { data };
}

export async function dashboardOf(
  { db, clock, timeZone }: AnalyticsDeps,
  range: ChosenRange,
): Promise<DashboardData> {
  const before = rangeBefore(range);
  const months = toMonthEnd(range, dateIn(timeZone, clock.now()));
  const [rows, earlier, clients, shippers, returned, failures, margin] = await Promise.all([
    figuresByMonthAndCarrier(db, range),
    figuresOf(db, before),
    clientFigures(db, months, before, TOP_CLIENTS_COUNT),
    clientsByMonth(db, months),
    returnsOf(db, range, timeZone),
    failuresOf(db, range),
    netMarginOf(db, range),
  ]);
  // All from the same rows, so that cards, months and carriers agree while labels are being bought.
  const total = sumOf(rows);
  const carriers = sumByCarrier(rows);
  const marketShares = shares(carriers.map(({ shipments }) => shipments));
  return {
    summary: {
      totalRevenue: { gross: dollarsOf(total.gross_cents), commission: dollarsOf(total.commission_cents) },
      totalShipments: total.shipments,
      activeClients: clients.active,
      change: {
        gross: change(total.gross_cents, earlier.gross_cents),
        commission: change(total.commission_cents, earlier.commission_cents),
        shipments: change(total.shipments, earlier.shipments),
        activeClients: change(clients.active, clients.active_before),
      },
      net: netOf(total, returned),
      netMargin: margin === null ? null : dollarsOf(margin),
    },
    topPerformingClients: clients.top.map((client) => ({
      clientId: client.user_id,
      name: client.full_name,
      shipmentCount: client.shipments,
      ...growth(client.gross_cents, client.gross_cents_before),
      grossRevenue: dollarsOf(client.gross_cents),
    })),
    monthlyTrends: trends(range, rows, shippers),
    carrierStats: carriers.map(({ carrier, shipments, gross_cents }, index) => ({
      carrier,
      shipmentCount: shipments,
      marketShare: marketShares[index] ?? 0,
      totalRevenue: dollarsOf(gross_cents),
    })),
    failures,
    metadata: {
      period: range.period,
      startDate: range.startDate,
      endDate: range.endDate,
      currency: 'USD',
      generatedAt: clock.now().toISOString(),
    },
  };
}

async function failuresOf(db: AnalyticsDeps['db'], range: DateRange): Promise<DashboardData['failures']> {
  const [{ voided }, byReason, declined] = await Promise.all([
    countExceptions(db, range),
    failuresByReason(db, range),
    declinedByReason(db, range),
  ]);
  const count = (reasons: readonly ReasonCount[]) => reasons.reduce((sum, reason) => sum + reason.count, 0);
  return {
    failed: count(byReason),
    voided,
    byReason: byReason.slice(0, MAX_REASONS),
    declined: count(declined),
    declinedByReason: declined.slice(0, MAX_REASONS),
  };
}

function trends(
  range: ChosenRange,
  rows: readonly (Figures & { month: string })[],
  shippers: readonly { month: string; clients: number }[],
): DashboardData['monthlyTrends'] {
  const byMonth = Map.groupBy(rows, ({ month }) => month);
  const clients = new Map(shippers.map(({ month, clients }) => [month, clients]));
  return monthsIn(range).map((month) => {
    const sum = sumOf(byMonth.get(month) ?? []);
    return {
      month,
      shipments: sum.shipments,
      uniqueClients: clients.get(month) ?? 0,
      grossRevenue: dollarsOf(sum.gross_cents),
      commissionRevenue: dollarsOf(sum.commission_cents),
    };
  });
}
