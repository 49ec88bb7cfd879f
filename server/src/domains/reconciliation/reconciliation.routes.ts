import {
  BreakParamsSchema,
  BreaksAnswerSchema,
  SettleBreakAnswerSchema,
  SettleBreakBodySchema,
} from '@lading/contract/breaks.ts';
import { API } from '@lading/contract/routes.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { routesOf } from '../../platform/http/route.ts';
import { listBreaks } from './list-breaks.ts';
import { settleBreak } from './settle-break.ts';

const route = routesOf<{ db: Database; clock: Clock }>('Reconciliation');

export const RECONCILIATION_ROUTES = [
  route({
    method: 'GET',
    path: API.adminBreaks,
    access: 'admin',
    operationId: 'listIncidents',
    summary: 'Lists open incidents: ledger mismatches, unconfirmed purchases and stalled refunds.',
    answer: BreaksAnswerSchema,
    handle: (deps) => listBreaks(deps),
  }),
  route({
    method: 'POST',
    path: API.adminSettleBreak,
    access: 'admin',
    operationId: 'closeIncident',
    summary: 'Closes an incident with a note about what was done.',
    params: BreakParamsSchema,
    body: SettleBreakBodySchema,
    answer: SettleBreakAnswerSchema,
    handle: async (deps, { actor, params, body }) => {
      await settleBreak(deps, actor, { ...params, ...body });
      return { settled: true as const };
    },
  }),
];
