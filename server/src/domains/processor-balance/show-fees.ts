import type { ProcessorFeesAnswer, ProcessorFeesQuery } from '@lading/contract/admin-payouts.ts';
import { dateIn } from '@lading/contract/calendar-date.ts';
import { exportFileName } from '@lading/contract/constants.ts';
import { dollarsOf } from '@lading/contract/money.ts';
import type { Actor } from '../../platform/actor.ts';
import type { SentFile } from '../../platform/http/send-file.ts';
import { byActor } from '../audit/audit.events.ts';
import { given } from '../audit/note-view.ts';
import { recordEvent } from '../audit/record-event.ts';
import { exportedMovements, selectFeesByDay } from './payout-list.store.ts';
import type { PayoutListDeps } from './processor-balance.deps.ts';

/** What the payment provider charged on each day, by the date of the movement. */
export async function showFees(
  { db, timeZone }: PayoutListDeps,
  range: ProcessorFeesQuery,
): Promise<ProcessorFeesAnswer> {
  const days = await selectFeesByDay(db, range, timeZone);
  return {
    data: {
      days: days.map(({ day, cents, movements }) => ({ day, fees: dollarsOf(cents), movements })),
      total: dollarsOf(days.reduce((sum, { cents }) => sum + cents, 0)),
    },
  };
}

/** Audits the export before sending anything. */
export async function exportMovements(
  { db, clock, timeZone, exports }: PayoutListDeps,
  actor: Actor,
  { startDate, endDate }: ProcessorFeesQuery,
): Promise<SentFile> {
  const range = { startDate, endDate };
  const content = await exports.start(actor.userId, exportedMovements(db, range, timeZone));
  try {
    await recordEvent(db, clock, actor, {
      type: 'EXPORT_MOVEMENTS',
      status: 'success',
      ...byActor(actor),
      details: { filters: given(range) },
    });
  } catch (error) {
    content.destroy();
    throw error;
  }
  return {
    contentType: 'text/csv; charset=utf-8',
    fileName: exportFileName('movements', dateIn(timeZone, clock.now())),
    content,
  };
}
