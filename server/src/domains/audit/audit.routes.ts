import {
  AuditLogsAnswerSchema,
  AuditLogsDownloadQuerySchema,
  AuditLogsQuerySchema,
  AuditStatsAnswerSchema,
} from '@lading/contract/audit.ts';
import { DateRangeQuerySchema } from '@lading/contract/date-range.ts';
import { ErrorBodySchema } from '@lading/contract/errors.ts';
import { API } from '@lading/contract/routes.ts';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { CsvExports } from '../../platform/db/csv-export.ts';
import type { Database } from '../../platform/db/database.ts';
import type { HttpServer } from '../../platform/http/schema-compilers.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import { exportAuditLogs } from './export-audit-logs.ts';
import { listAuditLogs } from './list-audit-logs.ts';
import type { Actor } from './note-view.ts';
import { showAuditStats } from './show-audit-stats.ts';

interface Deps {
  db: Database;
  clock: Clock;
  timeZone: string;
  exports: CsvExports;
  /** Handed in, because everyone may import this domain and it imports none. */
  requireAdmin: (request: FastifyRequest) => Promise<void>;
  actorOf: (request: FastifyRequest) => Actor;
}

export function auditRoutes(app: HttpServer, deps: Deps): void {
  const common = { tags: ['Audit logs'], security: [{ token: [] }] };
  app.get(
    API.adminAuditLogs,
    {
      preValidation: deps.requireAdmin,
      schema: {
        ...common,
        summary: 'The record of what was done, newest first.',
        querystring: AuditLogsQuerySchema,
        response: { 200: AuditLogsAnswerSchema, '4xx': ErrorBodySchema },
      },
    },
    (request) => listAuditLogs(deps, deps.actorOf(request), request.query),
  );

  app.get(
    API.adminAuditStats,
    {
      preValidation: deps.requireAdmin,
      schema: {
        ...common,
        summary: 'How many records there are of each status, over all time or some days.',
        querystring: DateRangeQuerySchema,
        response: { 200: AuditStatsAnswerSchema, '4xx': ErrorBodySchema },
      },
    },
    (request) => showAuditStats(deps, deps.actorOf(request), request.query),
  );

  app.get(
    API.adminAuditDownload,
    {
      preValidation: deps.requireAdmin,
      schema: {
        ...common,
        summary: 'The record as a CSV file, newest first.',
        querystring: AuditLogsDownloadQuerySchema,
        response: { '4xx': ErrorBodySchema },
      },
    },
    async (request, reply) =>
      sendFile(reply, await exportAuditLogs(deps, deps.actorOf(request), request.query)),
  );
}
