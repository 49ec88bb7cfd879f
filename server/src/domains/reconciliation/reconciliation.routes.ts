import { ErrorBodySchema } from '@lading/contract/errors.ts';
import {
  IncidentParamsSchema,
  IncidentsAnswerSchema,
  SettleIncidentAnswerSchema,
  SettleIncidentBodySchema,
} from '@lading/contract/incidents.ts';
import { API } from '@lading/contract/routes.ts';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { HttpServer } from '../../platform/http/schema-compilers.ts';
import type { Actor } from '../audit/note-view.ts';
import { listIncidents } from './list-incidents.ts';
import { settleIncident } from './settle-incident.ts';

interface Deps {
  db: Database;
  clock: Clock;
  /** Handed in, because this domain does not import identity. */
  requireAdmin: (request: FastifyRequest) => Promise<void>;
  actorOf: (request: FastifyRequest) => Actor;
}

export function reconciliationRoutes(app: HttpServer, deps: Deps): void {
  const common = { tags: ['Reconciliation'], security: [{ token: [] }] };
  app.get(
    API.adminIncidents,
    {
      preValidation: deps.requireAdmin,
      schema: {
        ...common,
        summary:
          'Incidents of money that are open: what does not add up, what is unknown, what takes too long.',
        response: { 200: IncidentsAnswerSchema, '4xx': ErrorBodySchema },
      },
    },
    () => listIncidents(deps),
  );

  app.post(
    API.adminSettleIncident,
    {
      preValidation: deps.requireAdmin,
      schema: {
        ...common,
        summary: 'Closes an incident, with a note of what was done about it.',
        params: IncidentParamsSchema,
        body: SettleIncidentBodySchema,
        response: { 200: SettleIncidentAnswerSchema, '4xx': ErrorBodySchema },
      },
    },
    async (request) => {
      await settleIncident(deps, deps.actorOf(request), { ...request.params, ...request.body });
      return { settled: true as const };
    },
  );
}
