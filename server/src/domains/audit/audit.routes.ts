import { AuditLogsAnswerSchema, AuditLogsQuerySchema } from '@lading/contract/audit.ts';
import { ErrorBodySchema } from '@lading/contract/errors.ts';
import { API } from '@lading/contract/routes.ts';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { HttpServer } from '../../platform/http/schema-compilers.ts';
import { listAuditLogs, type Viewer } from './list-audit-logs.ts';

interface Deps {
  db: Database;
  clock: Clock;
  /** Handed in, because everyone may import this domain and it imports none. */
  requireAdmin: (request: FastifyRequest) => Promise<void>;
  viewerOf: (request: FastifyRequest) => Viewer;
}

export function auditRoutes(app: HttpServer, deps: Deps): void {
  app.get(
    API.adminAuditLogs,
    {
      preValidation: deps.requireAdmin,
      schema: {
        tags: ['Audit logs'],
        security: [{ token: [] }],
        summary: 'The record of what was done, newest first.',
        querystring: AuditLogsQuerySchema,
        response: { 200: AuditLogsAnswerSchema, '4xx': ErrorBodySchema },
      },
    },
    (request) => listAuditLogs(deps, deps.viewerOf(request), request.query),
  );
}
