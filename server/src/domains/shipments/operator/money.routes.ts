import {
  AdminRefundsAnswerSchema,
  AdminRefundsDownloadQuerySchema,
  AdminRefundsQuerySchema,
  UnspentMoneyAnswerSchema,
  UnspentMoneyQuerySchema,
} from '@lading/contract/admin-refunds.ts';
import { API } from '@lading/contract/routes.ts';
import { routesOf } from '../../../platform/http/route.ts';
import { sendFile } from '../../../platform/http/send-file.ts';
import { exportRefunds, listRefunds } from './list-refunds.ts';
import { listUnspentMoney } from './list-unspent-money.ts';
import type { OperatorDeps } from './operator.deps.ts';

const route = routesOf<OperatorDeps>('Refunds');

export const OPERATOR_MONEY_ROUTES = [
  route({
    method: 'GET',
    path: API.adminRefunds,
    access: 'admin',
    permission: 'refunds.read',
    operationId: 'listRefunds',
    summary: 'Lists refunds of all clients with who made them and why.',
    query: AdminRefundsQuerySchema,
    answer: AdminRefundsAnswerSchema,
    handle: (deps, { actor, query }) => listRefunds(deps, actor, query),
  }),
  route({
    method: 'GET',
    path: API.adminRefundsDownload,
    access: 'admin',
    permission: 'exports.read',
    proof: 'recent',
    operationId: 'exportRefunds',
    summary: 'Downloads all refunds that match the filters as CSV.',
    query: AdminRefundsDownloadQuerySchema,
    handle: async (deps, { actor, query, reply }) => sendFile(reply, await exportRefunds(deps, actor, query)),
  }),
  route({
    method: 'GET',
    path: API.adminUnspentMoney,
    access: 'admin',
    permission: 'refunds.read',
    operationId: 'listUnspentMoney',
    summary: 'Lists payments that were not used for a label: waiting, refunded or not refundable, and why.',
    query: UnspentMoneyQuerySchema,
    answer: UnspentMoneyAnswerSchema,
    handle: (deps, { actor, query }) => listUnspentMoney(deps, actor, query),
  }),
];
