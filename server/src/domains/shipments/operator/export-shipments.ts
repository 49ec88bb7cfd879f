import type { AdminShipmentsFilter } from '@lading/contract/admin-shipments.ts';
import { dateIn } from '@lading/contract/calendar-date.ts';
import { exportFileName } from '@lading/contract/constants.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { SentFile } from '../../../platform/http/send-file.ts';
import { byActor } from '../../audit/audit.events.ts';
import { given } from '../../audit/note-view.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { filterOf } from './list-shipments.ts';
import { exportedShipments } from './listed-shipments.store.ts';
import type { OperatorDeps } from './operator.deps.ts';

/** Exports all shipments that match the filters, newest first. Audits the export before sending anything. */
export async function exportShipments(
  { db, clock, timeZone, exports }: OperatorDeps,
  actor: Actor,
  filters: AdminShipmentsFilter,
): Promise<SentFile> {
  const content = await exports.start(actor.userId, exportedShipments(db, filterOf(filters), timeZone));
  try {
    await recordEvent(db, clock, actor, {
      type: 'EXPORT_SHIPMENTS',
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
    fileName: exportFileName('shipments', dateIn(timeZone, clock.now())),
    content,
  };
}
