import {
  BreakParamsSchema,
  BreaksAnswerSchema,
  SettleBreakAnswerSchema,
  SettleBreakBodySchema,
} from '@lading/contract/breaks.ts';
import { ErrorBodySchema } from '@lading/contract/errors.ts';
import { API } from '@lading/contract/routes.ts';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { HttpServer } from '../../platform/http/schema-compilers.ts';
import type { Viewer } from '../audit/note-view.ts';
import { listBreaks } from './list-breaks.ts';
import { settleBreak } from './settle-break.ts';

interface Deps {
  db: Database;
  clock: Clock;
  /** Handed in, because this domain does not import identity. */
  requireAdmin: (request: FastifyRequest) => Promise<void>;
  viewerOf: (request: FastifyRequest) => Viewer;
}

export function reconciliationRoutes(app: HttpServer, deps: Deps): void {
  const common = { tags: ['Reconciliation'], security: [{ token: [] }] };
  app.get(
    API.adminBreaks,
    {
      preValidation: deps.requireAdmin,
      schema: {
        ...common,
        summary:
          'Incidents of money that are open: what does not add up, what is unknown, what takes too long.',
        response: { 200: BreaksAnswerSchema, '4xx': ErrorBodySchema },
      },
    },
    () => listBreaks(deps),
  );

  app.post(
    API.adminSettleBreak,
    {
      preValidation: deps.requireAdmin,
      schema: {
        ...common,
        summary: 'Closes an incident, with a note of what was done about it.',
        params: BreakParamsSchema,
        body: SettleBreakBodySchema,
        response: { 200: SettleBreakAnswerSchema, '4xx': ErrorBodySchema },
      },
    },
    async (request) => {
      await settleBreak(deps, deps.viewerOf(request), { ...request.params, ...request.body });
      return { settled: true as const };
    },
  );
}
