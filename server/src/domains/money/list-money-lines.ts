import {
  MAX_COUNTED_LINES,
  type MoneyLine,
  type MoneyLinesAnswer,
  type MoneyLinesQuery,
} from '@lading/contract/admin-money.ts';
import { dateIn } from '@lading/contract/calendar-date.ts';
import { paginationOf } from '@lading/contract/paging.ts';
import type { Actor } from '../../platform/actor.ts';
import { chosenRange } from '../analytics/chosen-range.ts';
import { toMonthEnd } from '../analytics/months.ts';
import { given, noteView } from '../audit/note-view.ts';
import { figuresOf } from './figures.ts';
import type { MoneyDeps } from './money.deps.ts';
import { countLines, type LineRow, selectGroupName, selectLines, sumLines } from './money-lines.store.ts';

/** The ledger transactions behind a figure, newest first. */
export async function listMoneyLines(
  deps: MoneyDeps,
  actor: Actor,
  { page, limit, clientId, carrier, service, figure, ...query }: MoneyLinesQuery,
): Promise<MoneyLinesAnswer> {
  const { db, clock, timeZone } = deps;
  const today = dateIn(timeZone, clock.now());
  const { period, ...range } = chosenRange(query, today);
  const groups = { clientId, carrier, service, figure };
  const filter = { ...range, ...groups };
  const offset = (page - 1) * limit;
  const [rows, count, totals, name] = await Promise.all([
    selectLines(db, filter, { offset, limit: Math.max(0, Math.min(limit, MAX_COUNTED_LINES - offset)) }),
    countLines(db, filter),
    sumLines(db, clientId ? { ...filter, ...toMonthEnd(range, today) } : filter),
    selectGroupName(db, filter),
    noteView(deps, actor, 'VIEW_MONEY_LINES', {
      filters: given({ ...groups, ...range }),
      pagination: { page, limit },
    }),
  ]);
  return {
    data: {
      lines: rows.map(toLine),
      totals: figuresOf(totals),
      name,
      pagination: {
        ...paginationOf(Math.min(count, MAX_COUNTED_LINES), page, limit),
        isMore: count > MAX_COUNTED_LINES,
      },
      metadata: { period, ...range },
    },
  };
}

const toLine = (row: LineRow): MoneyLine => ({
  id: row.transaction_id,
  recordedAt: row.recorded_at.toISOString(),
  kind: row.kind,
  clientId: row.user_id,
  clientName: row.client_name,
  shipmentId: row.shipment_id,
  trackingNumber: row.tracking_number,
  carrier: row.carrier || null,
  serviceName: row.service_name || null,
  ...figuresOf(row),
});
