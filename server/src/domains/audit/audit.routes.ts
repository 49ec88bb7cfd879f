import {
  AuditLogsAnswerSchema,
  AuditLogsDownloadQuerySchema,
  AuditLogsQuerySchema,
  AuditStatsAnswerSchema,
} from '@lading/contract/audit.ts';
import { DateRangeQuerySchema } from '@lading/contract/date-range.ts';
import { API } from '@lading/contract/routes.ts';
import type { Clock } from '../../platform/clock.ts';
import type { CsvExports } from '../../platform/db/csv-export.ts';
import type { Database } from '../../platform/db/database.ts';
import { routesOf } from '../../platform/http/route.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import { exportAuditLogs } from './export-audit-logs.ts';
import { listAuditLogs } from './list-audit-logs.ts';
import { showAuditStats } from './show-audit-stats.ts';

interface Deps {
  db: Database;
  clock: Clock;
  timeZone: string;
  exports: CsvExports;
}

const route = routesOf<Deps>('Audit logs');

export const AUDIT_ROUTES = [
  route({
    method: 'GET',
    path: API.adminAuditLogs,
    access: 'admin',
    permission: 'audit.read',
    operationId: 'listAuditLogs',
    summary: 'Lists audit log entries, newest first.',
    query: AuditLogsQuerySchema,
    answer: AuditLogsAnswerSchema,
    handle: (deps, { actor, query }) => listAuditLogs(deps, actor, query),
  }),
  route({
    method: 'GET',
    path: API.adminAuditStats,
    access: 'admin',
    permission: 'audit.read',
    operationId: 'getAuditStats',
    summary: 'Counts audit log entries by status, in a date range or for all time.',
    query: DateRangeQuerySchema,
    answer: AuditStatsAnswerSchema,
    handle: (deps, { actor, query }) => showAuditStats(deps, actor, query),
  }),
  route({
    method: 'GET',
    path: API.adminAuditDownload,
    access: 'admin',
    permission: 'exports.read',
    proof: 'recent',
    operationId: 'exportAuditLogs',
    summary: 'Downloads audit log entries as CSV, newest first.',
    query: AuditLogsDownloadQuerySchema,
    handle: async (deps, { actor, query, reply }) =>
      sendFile(reply, await exportAuditLogs(deps, actor, query)),
  }),
];
