import { dateIn } from '@lading/contract/calendar-date.ts';
import { TOP_CLIENTS_COUNT } from '@lading/contract/constants.ts';
import type { DashboardAnswer, DashboardData, DashboardQuery } from '@lading/contract/dashboard.ts';
import { rangeBefore } from '@lading/contract/date-range.ts';
import { dollarsOf } from '@lading/contract/money.ts';
import type { Actor } from '../../platform/actor.ts';
import { noteView } from '../audit/note-view.ts';
import type { AnalyticsDeps } from './analytics.deps.ts';
import { clientFigures, clientsByMonth, figuresByMonthAndCarrier, figuresOf } from './analytics.store.ts';
import { type ChosenRange, chosenRange } from './chosen-range.ts';
import { change, growth, share } from './compare.ts';
import { type Figures, sumByCarrier, sumOf } from './figures.ts';
import { monthsIn, toMonthEnd } from './months.ts';

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
  const [rows, earlier, clients, shippers] = await Promise.all([
    figuresByMonthAndCarrier(db, range),
    figuresOf(db, before),
    clientFigures(db, months, before, TOP_CLIENTS_COUNT),
    clientsByMonth(db, months),
  ]);
  // All from the same rows, so that cards, months and carriers agree while labels are being bought.
  const total = sumOf(rows);
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
    },
    topPerformingClients: clients.top.map((client) => ({
      clientId: client.user_id,
      name: client.full_name,
      shipmentCount: client.shipments,
      ...growth(client.shipments, client.before),
      grossRevenue: dollarsOf(client.gross_cents),
    })),
    monthlyTrends: trends(range, rows, shippers),
    carrierStats: sumByCarrier(rows).map(({ carrier, shipments, gross_cents }) => ({
      carrier,
      shipmentCount: shipments,
      marketShare: share(shipments, total.shipments),
      totalRevenue: dollarsOf(gross_cents),
    })),
    metadata: {
      period: range.period,
      startDate: range.startDate,
      endDate: range.endDate,
      currency: 'USD',
      generatedAt: clock.now().toISOString(),
    },
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
