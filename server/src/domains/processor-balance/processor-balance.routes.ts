import {
  AdminPayoutAnswerSchema,
  AdminPayoutsAnswerSchema,
  AdminPayoutsQuerySchema,
  MovementsDownloadQuerySchema,
  PayoutParamsSchema,
  PayoutQuerySchema,
  ProcessorFeesAnswerSchema,
  ProcessorFeesQuerySchema,
} from '@lading/contract/admin-payouts.ts';
import { API } from '@lading/contract/routes.ts';
import { routesOf } from '../../platform/http/route.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import { listPayouts, showPayout } from './list-payouts.ts';
import type { PayoutListDeps } from './processor-balance.deps.ts';
import { exportMovements, showFees } from './show-fees.ts';

const route = routesOf<PayoutListDeps>('Payouts');

export const PROCESSOR_BALANCE_ROUTES = [
  route({
    method: 'GET',
    path: API.adminPayouts,
    access: 'admin',
    permission: 'money.read',
    operationId: 'listPayouts',
    summary: "Lists the payment provider's transfers to the operator's bank account, and what it still has.",
    query: AdminPayoutsQuerySchema,
    answer: AdminPayoutsAnswerSchema,
    handle: (deps, { actor, query }) => listPayouts(deps, actor, query),
  }),
  route({
    method: 'GET',
    path: API.adminPayout,
    access: 'admin',
    permission: 'money.read',
    operationId: 'getPayout',
    summary: 'Returns one payout with its movements and the payments and shipments they belong to.',
    params: PayoutParamsSchema,
    query: PayoutQuerySchema,
    answer: AdminPayoutAnswerSchema,
    handle: (deps, { actor, params, query }) => showPayout(deps, actor, { ...params, ...query }),
  }),
  route({
    method: 'GET',
    path: API.adminProcessorFees,
    access: 'admin',
    permission: 'money.read',
    operationId: 'getProcessorFees',
    summary: "Returns the payment provider's fees by day.",
    query: ProcessorFeesQuerySchema,
    answer: ProcessorFeesAnswerSchema,
    handle: (deps, { query }) => showFees(deps, query),
  }),
  route({
    method: 'GET',
    path: API.adminMovementsDownload,
    access: 'admin',
    permission: 'exports.read',
    proof: 'recent',
    operationId: 'exportMovements',
    summary: "Downloads the payment provider's movements of a period as CSV.",
    query: MovementsDownloadQuerySchema,
    handle: async (deps, { actor, query, reply }) =>
      sendFile(reply, await exportMovements(deps, actor, query)),
  }),
];
