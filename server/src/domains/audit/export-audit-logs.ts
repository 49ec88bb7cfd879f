import type { AuditLogsFilter } from '@lading/contract/audit.ts';
import { dateIn } from '@lading/contract/calendar-date.ts';
import { exportFileName } from '@lading/contract/constants.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { CsvExports } from '../../platform/db/csv-export.ts';
import type { Database } from '../../platform/db/database.ts';
import type { SentFile } from '../../platform/http/send-file.ts';
import { byActor } from './audit.events.ts';
import { auditLogsForExport } from './audit.store.ts';
import { filtersInRecord } from './list-audit-logs.ts';
import { recordEvent } from './record-event.ts';

interface Deps {
  db: Database;
  clock: Clock;
  timeZone: string;
  exports: CsvExports;
}

/** Every matching record as CSV. The export is audited before the first byte leaves. */
export async function exportAuditLogs(
  { db, clock, timeZone, exports }: Deps,
  actor: Actor,
  { action, status, userEmail, startDate, endDate }: AuditLogsFilter,
): Promise<SentFile> {
  const filter = { action, status, userEmail, startDate, endDate };
  const content = await exports.start(actor.userId, auditLogsForExport(db, filter).compile());
  try {
    await recordEvent(db, clock, actor, {
      type: 'EXPORT_AUDIT_LOGS',
      status: 'success',
      ...byActor(actor),
      details: { filters: filtersInRecord(filter) },
    });
  } catch (error) {
    content.destroy();
    throw error;
  }
  return {
    contentType: 'text/csv; charset=utf-8',
    fileName: exportFileName('audit-logs', dateIn(timeZone, clock.now())),
    content,
  };
}
