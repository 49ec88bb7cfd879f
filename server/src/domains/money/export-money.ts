import type { MoneyLinesFilter, MoneyQuery } from '@lading/contract/admin-money.ts';
import { dateIn } from '@lading/contract/calendar-date.ts';
import { exportFileName } from '@lading/contract/constants.ts';
import type { CompiledQuery } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { SentFile } from '../../platform/http/send-file.ts';
import { chosenRange } from '../analytics/chosen-range.ts';
import { toMonthEnd } from '../analytics/months.ts';
import { byActor } from '../audit/audit.events.ts';
import { given } from '../audit/note-view.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { MoneyDeps } from './money.deps.ts';
import { exportedGroups } from './money.store.ts';
import { exportedLines } from './money-lines.store.ts';

export async function exportMoney(deps: MoneyDeps, actor: Actor, query: MoneyQuery): Promise<SentFile> {
  const today = dateIn(deps.timeZone, deps.clock.now());
  const { period: _, ...range } = chosenRange(query, today);
  const { by } = query;
  const counted = by === 'client' ? toMonthEnd(range, today) : range;
  return send(deps, actor, exportedGroups(deps.db, by, counted), {
    name: 'money',
    filters: { by, ...range },
  });
}

export async function exportMoneyLines(
  deps: MoneyDeps,
  actor: Actor,
  { clientId, carrier, service, figure, ...query }: MoneyLinesFilter,
): Promise<SentFile> {
  const { period: _, ...range } = chosenRange(query, dateIn(deps.timeZone, deps.clock.now()));
  const filters = { clientId, carrier, service, figure, ...range };
  return send(deps, actor, exportedLines(deps.db, filters, deps.timeZone), { name: 'money-rows', filters });
}

interface Export {
  name: 'money' | 'money-rows';
  filters: Record<string, string | undefined>;
}

/** Audits the export before sending anything. */
async function send(
  { db, clock, timeZone, exports }: MoneyDeps,
  actor: Actor,
  query: CompiledQuery,
  { name, filters }: Export,
): Promise<SentFile> {
  const content = await exports.start(actor.userId, query);
  try {
    await recordEvent(db, clock, actor, {
      type: 'EXPORT_MONEY',
      status: 'success',
      ...byActor(actor),
      details: { filters: given(filters) },
    });
  } catch (error) {
    content.destroy();
    throw error;
  }
  return {
    contentType: 'text/csv; charset=utf-8',
    fileName: exportFileName(name, dateIn(timeZone, clock.now())),
    content,
  };
}
