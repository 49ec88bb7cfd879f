import {
  IncidentParamsSchema,
  IncidentsAnswerSchema,
  SettleIncidentAnswerSchema,
  SettleIncidentBodySchema,
} from '@lading/contract/incidents.ts';
import { API } from '@lading/contract/routes.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { routesOf } from '../../platform/http/route.ts';
import { listIncidents } from './list-incidents.ts';
import { settleIncident } from './settle-incident.ts';

const route = routesOf<{ db: Database; clock: Clock }>('Reconciliation');

export const RECONCILIATION_ROUTES = [
  route({
    method: 'GET',
    path: API.adminIncidents,
    access: 'admin',
    operationId: 'listIncidents',
    summary: 'Lists open incidents: ledger mismatches, unconfirmed purchases and stalled refunds.',
    answer: IncidentsAnswerSchema,
    handle: (deps) => listIncidents(deps),
  }),
  route({
    method: 'POST',
    path: API.adminSettleIncident,
    access: 'admin',
    operationId: 'closeIncident',
    summary: 'Closes an incident with a note about what was done.',
    params: IncidentParamsSchema,
    body: SettleIncidentBodySchema,
    answer: SettleIncidentAnswerSchema,
    handle: async (deps, { actor, params, body }) => {
      await settleIncident(deps, actor, { ...params, ...body });
      return { settled: true as const };
    },
  }),
];
