import {
  IncidentParamsSchema,
  IncidentsAnswerSchema,
  SettleIncidentAnswerSchema,
  SettleIncidentBodySchema,
} from '@lading/contract/incidents.ts';
import { API } from '@lading/contract/routes.ts';
import * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { routesOf } from '../../platform/http/route.ts';
import { listIncidents } from './list-incidents.ts';
import { settleIncident } from './settle-incident.ts';

const DEPRECATED_LIST = '/api/admin/breaks';
const DEPRECATED_SETTLE = `${DEPRECATED_LIST}/:kind/:objectId/settle`;
const { incidents: breaks, total } = IncidentsAnswerSchema.shape.data.shape;
const DeprecatedAnswerSchema = z.object({ data: z.object({ breaks, total }) });

const route = routesOf<{ db: Database; clock: Clock }>('Reconciliation');

export const RECONCILIATION_ROUTES = [
  route({
    method: 'GET',
    path: API.adminIncidents,
    access: 'admin',
    permission: 'incidents.read',
    operationId: 'listIncidents',
    summary: 'Lists open incidents: ledger mismatches, unconfirmed purchases and stalled refunds.',
    answer: IncidentsAnswerSchema,
    handle: (deps) => listIncidents(deps),
  }),
  route({
    method: 'POST',
    path: API.adminSettleIncident,
    access: 'admin',
    permission: 'incidents.resolve',
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
  route({
    method: 'GET',
    path: DEPRECATED_LIST,
    access: 'admin',
    permission: 'incidents.read',
    operationId: 'listBreaks',
    summary: `Lists open incidents. Use ${API.adminIncidents} instead.`,
    deprecated: true,
    answer: DeprecatedAnswerSchema,
    handle: async (deps) => {
      const { data } = await listIncidents(deps);
      return { data: { breaks: data.incidents, total: data.total } };
    },
  }),
  route({
    method: 'POST',
    path: DEPRECATED_SETTLE,
    access: 'admin',
    permission: 'incidents.resolve',
    operationId: 'settleBreak',
    summary: `Closes an incident. Use ${API.adminSettleIncident} instead.`,
    deprecated: true,
    params: IncidentParamsSchema,
    body: SettleIncidentBodySchema,
    answer: SettleIncidentAnswerSchema,
    handle: async (deps, { actor, params, body }) => {
      await settleIncident(deps, actor, { ...params, ...body });
      return { settled: true as const };
    },
  }),
];
