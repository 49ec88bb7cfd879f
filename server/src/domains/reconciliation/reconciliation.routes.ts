import { BreaksAnswerSchema } from '@lading/contract/breaks.ts';
import { ErrorBodySchema } from '@lading/contract/errors.ts';
import { API } from '@lading/contract/routes.ts';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import type { HttpServer } from '../../platform/http/schema-compilers.ts';
import { listBreaks } from './list-breaks.ts';

interface Deps {
  db: Database;
  /** Handed in, because this domain imports no other. */
  requireAdmin: (request: FastifyRequest) => Promise<void>;
}

export function reconciliationRoutes(app: HttpServer, { db, requireAdmin }: Deps): void {
  app.get(
    API.adminBreaks,
    {
      preValidation: requireAdmin,
      schema: {
        tags: ['Reconciliation'],
        security: [{ token: [] }],
        summary: 'What does not add up in the books and is not mended yet, newest first.',
        response: { 200: BreaksAnswerSchema, '4xx': ErrorBodySchema },
      },
    },
    () => listBreaks(db),
  );
}
