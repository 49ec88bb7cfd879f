import { addDays, dateIn } from '@lading/contract/calendar-date.ts';
import type { DashboardQuery, RevenueAnswer } from '@lading/contract/dashboard.ts';
import { type DateRange, daysIn } from '@lading/contract/date-range.ts';
import type { Actor } from '../../platform/actor.ts';
import { noteView } from '../audit/note-view.ts';
import type { AnalyticsDeps } from './analytics.deps.ts';
import { figuresByDay } from './analytics.store.ts';
import { chosenRange } from './chosen-range.ts';
import { type Figures, inDollars, NO_RETURNS, sumOf } from './figures.ts';
import { returnsByDay } from './returns.store.ts';

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

const NOTHING: Figures = { shipments: 0, gross_cents: 0, commission_cents: 0 };

/** Adds up cents and converts to dollars at the end. */
export async function revenueOf(
  { db, timeZone }: AnalyticsDeps,
  range: DateRange,
): Promise<Pick<Revenue, 'days' | 'totals'>> {
  const [figures, returns] = await Promise.all([figuresByDay(db, range), returnsByDay(db, range, timeZone)]);
  const figuresOn = new Map(figures.map((row) => [row.day, row]));
  const returnsOn = new Map(returns.map((row) => [row.day, row]));
  const days = Array.from({ length: daysIn(range) }, (_, index) => {
    const date = addDays(range.startDate, index);
    return { date, ...inDollars(figuresOn.get(date) ?? NOTHING, returnsOn.get(date) ?? NO_RETURNS) };
  });
  const returned = returns.reduce(
    (sum, day) => ({
      refunded_cents: sum.refunded_cents + day.refunded_cents,
      credited_cents: sum.credited_cents + day.credited_cents,
    }),
    NO_RETURNS,
  );
  return { days, totals: inDollars(sumOf(figures), returned) };
}
