import {
  AttentionAnswerSchema,
  AttentionQuerySchema,
  EndSnoozesAnswerSchema,
  SnoozeAnswerSchema,
  SnoozeBodySchema,
} from '@lading/contract/attention.ts';
import { API } from '@lading/contract/routes.ts';
import { routesOf } from '../../platform/http/route.ts';
import type { AttentionDeps } from './attention.deps.ts';
import { showAttention } from './show-attention.ts';
import { endSnoozes, snoozeAttention } from './snooze-attention.ts';

const BODY_LIMIT = 4 * 1024;

const route = routesOf<AttentionDeps>('Attention');

export const ATTENTION_ROUTES = [
  route({
    method: 'GET',
    path: API.adminAttention,
    access: 'admin',
    permission: 'analytics.read',
    operationId: 'getAttention',
    summary:
      'Returns what needs a decision today: incidents, failed refunds and top-ups, debts, failed labels.',
    query: AttentionQuerySchema,
    answer: AttentionAnswerSchema,
    handle: (deps, { actor, query }) => showAttention(deps, actor, query),
  }),
  route({
    method: 'POST',
    path: API.adminAttentionSnoozes,
    access: 'admin',
    permission: 'attention.snooze',
    operationId: 'snoozeAttention',
    summary: 'Hides a row of what needs attention until the next day.',
    bodyLimit: BODY_LIMIT,
    body: SnoozeBodySchema,
    answer: SnoozeAnswerSchema,
    handle: async (deps, { actor, body }) => {
      await snoozeAttention(deps, actor, body);
      return { snoozed: true as const };
    },
  }),
  route({
    method: 'DELETE',
    path: API.adminAttentionSnoozes,
    access: 'admin',
    permission: 'attention.snooze',
    operationId: 'endSnoozes',
    summary: 'Shows all snoozed rows again.',
    answer: EndSnoozesAnswerSchema,
    handle: async (deps, { actor }) => ({ ended: await endSnoozes(deps, actor) }),
  }),
];
