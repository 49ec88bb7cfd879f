import { CLIENT_TREND_DAYS } from '@lading/contract/admin-clients.ts';
import { addDays, dateIn } from '@lading/contract/calendar-date.ts';
import { type ClientOverview, OVERVIEW_WEEKS } from '@lading/contract/client-overview.ts';
import { type DateRange, rangeBefore } from '@lading/contract/date-range.ts';
import { dollarsOf } from '@lading/contract/money.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { noteView } from '../audit/note-view.ts';
import type { AnalyticsDeps } from './analytics.deps.ts';
import { daysOfClient, figuresOfClient, isClient } from './client-figures.store.ts';
import { change } from './compare.ts';
import { declinedByReason, failuresByReason, type ReasonCount } from './failures.store.ts';
import { type Figures, inDollars, sumOf } from './figures.ts';
import { returnsOf } from './returns.store.ts';

type Day = Figures & { day: string };

/** Revenue, refunds, trend and failures of one client. */
export async function showClientOverview(
  deps: AnalyticsDeps,
  actor: Actor,
  id: string,
): Promise<ClientOverview> {
  const { db, timeZone } = deps;
  if (!(await isClient(db, id))) throw new AppError('CLIENT_NOT_FOUND');
  const today = dateIn(timeZone, deps.clock.now());
  const recent = { startDate: addDays(today, 1 - CLIENT_TREND_DAYS), endDate: today };
  const before = rangeBefore(recent);
  const weeks = weeksUntil(today);
  const since = [before.startDate, weeks[0] ?? today].sort()[0] ?? today;
  const [all, days, returned, returnedNow, returnedBefore, failures, declined] = await Promise.all([
    figuresOfClient(db, id),
    daysOfClient(db, id, { startDate: since, endDate: today }),
    returnsOf(db, null, timeZone, id),
    returnsOf(db, recent, timeZone, id),
    returnsOf(db, before, timeZone, id),
    failuresByReason(db, null, id),
    declinedByReason(db, null, id),
    noteView(deps, actor, 'VIEW_USER', { clientId: id }),
  ]);
  const now = sumOf(daysIn(days, recent));
  const then = sumOf(daysIn(days, before));
  return {
    allTime: inDollars(all, returned),
    recent: inDollars(now, returnedNow),
    before: inDollars(then, returnedBefore),
    change: change(now.gross_cents, then.gross_cents),
    weeks: weeks.map((startDate) => {
      const sum = sumOf(daysIn(days, { startDate, endDate: addDays(startDate, 6) }));
      return { startDate, shipments: sum.shipments, gross: dollarsOf(sum.gross_cents) };
    }),
    failures: {
      failed: countOf(failures),
      byReason: failures.slice(0, MAX_REASONS),
      declined: countOf(declined),
      declinedByReason: declined.slice(0, MAX_REASONS),
    },
  };
}

const MAX_REASONS = 5;

const daysIn = (days: readonly Day[], { startDate, endDate }: DateRange) =>
  days.filter(({ day }) => day >= startDate && day <= endDate);

const countOf = (reasons: readonly ReasonCount[]) => reasons.reduce((sum, { count }) => sum + count, 0);

/** The Mondays of the last weeks, the current one last. */
function weeksUntil(today: string): string[] {
  const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  const monday = addDays(today, -sinceMonday);
  return Array.from({ length: OVERVIEW_WEEKS }, (_, index) =>
    addDays(monday, 7 * (index + 1 - OVERVIEW_WEEKS)),
  );
}
