import { addDays, dateIn } from '@lading/contract/calendar-date.ts';
import type { DashboardQuery, RevenueAnswer } from '@lading/contract/dashboard.ts';
import { type DateRange, daysIn } from '@lading/contract/date-range.ts';
import { dollarsOf } from '@lading/contract/money.ts';
import type { Actor } from '../../platform/actor.ts';
import { noteView } from '../audit/note-view.ts';
import type { AnalyticsDeps } from './analytics.deps.ts';
import { figuresByDay, refundsByDay } from './analytics.store.ts';
import { chosenRange } from './chosen-range.ts';

type Revenue = RevenueAnswer['data'];

export async function showRevenue(
  deps: AnalyticsDeps,
  actor: Actor,
  query: DashboardQuery,
): Promise<RevenueAnswer> {
  const range = chosenRange(query, dateIn(deps.timeZone, deps.clock.now()));
  const { startDate, endDate } = range;
  const [revenue] = await Promise.all([
    revenueOf(deps, range),
    noteView(deps, actor, 'VIEW_REVENUE', { dateRange: { startDate, endDate } }),
  ]);
  const metadata = {
    startDate,
    endDate,
    currency: 'USD',
    generatedAt: deps.clock.now().toISOString(),
  } as const;
  return { data: { ...revenue, metadata } };
}

/** Adds up cents and converts to dollars at the end. */
export async function revenueOf(
  { db, timeZone }: AnalyticsDeps,
  range: DateRange,
): Promise<Pick<Revenue, 'days' | 'totals'>> {
  const [figures, refunds] = await Promise.all([figuresByDay(db, range), refundsByDay(db, range, timeZone)]);
  const figuresOn = new Map(figures.map((row) => [row.day, row]));
  const refundsOn = new Map(refunds.map((row) => [row.day, row.cents]));
  const totals = { shipments: 0, gross: 0, commission: 0, refunded: 0 };
  const days = Array.from({ length: daysIn(range) }, (_, index) => {
    const date = addDays(range.startDate, index);
    const day = figuresOn.get(date);
    const cents = {
      gross: day?.gross_cents ?? 0,
      commission: day?.commission_cents ?? 0,
      refunded: refundsOn.get(date) ?? 0,
    };
    const shipments = day?.shipments ?? 0;
    totals.shipments += shipments;
    totals.gross += cents.gross;
    totals.commission += cents.commission;
    totals.refunded += cents.refunded;
    return { date, shipments, ...inDollars(cents) };
  });
  return { days, totals: { shipments: totals.shipments, ...inDollars(totals) } };
}

const inDollars = (cents: { gross: number; commission: number; refunded: number }) => ({
  gross: dollarsOf(cents.gross),
  commission: dollarsOf(cents.commission),
  refunded: dollarsOf(cents.refunded),
});
