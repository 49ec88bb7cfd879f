import {
  MAX_LISTED_CLIENTS,
  type MoneyAnswer,
  type MoneyData,
  type MoneyQuery,
  type MoneyRow,
} from '@lading/contract/admin-money.ts';
import { addDays, dateIn } from '@lading/contract/calendar-date.ts';
import { type DateRange, daysIn, rangeBefore } from '@lading/contract/date-range.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import { chosenRange } from '../analytics/chosen-range.ts';
import { toMonthEnd } from '../analytics/months.ts';
import { noteView } from '../audit/note-view.ts';
import { type Amounts, figuresOf, NOTHING, sumOf } from './figures.ts';
import type { MoneyDeps } from './money.deps.ts';
import { type GroupRow, selectClients, selectGroups, selectProgress, selectTotals } from './money.store.ts';

/** Revenue, costs, fees and margin of a period by day, client, carrier or service. */
export async function showMoney(deps: MoneyDeps, actor: Actor, query: MoneyQuery): Promise<MoneyAnswer> {
  const { db, clock, timeZone } = deps;
  const today = dateIn(timeZone, clock.now());
  const { period, ...range } = chosenRange(query, today);
  const [groups, before, progress] = await Promise.all([
    groupsOf(db, query.by, range, today),
    selectTotals(db, rangeBefore(range)),
    selectProgress(db),
    noteView(deps, actor, 'VIEW_MONEY', { dateRange: range }),
  ]);
  const { rows, others, total } = groups;
  return {
    data: {
      by: query.by,
      totals: figuresOf(total),
      before: figuresOf(before),
      rows,
      others,
      isComplete: progress.is_complete,
      completeUntil: progress.is_complete ? null : progress.complete_until,
      metadata: { period, ...range },
    },
  };
}

/** The total is the sum of the rows, so that both agree while labels are being bought. */
interface Groups extends Pick<MoneyData, 'rows' | 'others'> {
  total: Amounts;
}

async function groupsOf(db: Handle, by: MoneyQuery['by'], range: DateRange, today: string): Promise<Groups> {
  if (by === 'client') return clientsOf(db, toMonthEnd(range, today));
  const found = await selectGroups(db, by, range);
  const rows = by === 'day' ? everyDay(found, range) : found.sort(mostRevenueFirst).map(shown);
  return { rows, others: null, total: sumOf(found) };
}

async function clientsOf(db: Handle, range: DateRange): Promise<Groups> {
  const found = await selectClients(db, range, MAX_LISTED_CLIENTS);
  const others = found.find(({ is_listed }) => !is_listed);
  return {
    rows: found
      .filter(({ is_listed }) => is_listed)
      .sort(mostRevenueFirst)
      .map(shown),
    others: others ? { clients: others.clients, ...figuresOf(others) } : null,
    total: sumOf(found),
  };
}

/** Bookings without a client, carrier or service come last. */
const mostRevenueFirst = (a: GroupRow, b: GroupRow) =>
  Number(a.key === null) - Number(b.key === null) ||
  b.revenue_cents - a.revenue_cents ||
  ((a.key ?? '') < (b.key ?? '') ? -1 : 1);

const shown = ({ key, name, carrier, ...amounts }: GroupRow): MoneyRow => ({
  key,
  name,
  carrier,
  ...figuresOf(amounts),
});

function everyDay(found: readonly GroupRow[], range: DateRange): MoneyRow[] {
  const onDay = new Map(found.map((row) => [row.key, row]));
  return Array.from({ length: daysIn(range) }, (_, index) => {
    const key = addDays(range.startDate, index);
    return { key, name: null, carrier: null, ...figuresOf(onDay.get(key) ?? NOTHING) };
  });
}
