import {
  MoneyAnswerSchema,
  MoneyDownloadQuerySchema,
  MoneyLinesAnswerSchema,
  MoneyLinesDownloadQuerySchema,
  MoneyLinesQuerySchema,
  MoneyQuerySchema,
} from '@lading/contract/admin-money.ts';
import { API } from '@lading/contract/routes.ts';
import { routesOf } from '../../platform/http/route.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import { exportMoney, exportMoneyLines } from './export-money.ts';
import { listMoneyLines } from './list-money-lines.ts';
import type { MoneyDeps } from './money.deps.ts';
import { showMoney } from './show-money.ts';

const route = routesOf<MoneyDeps>('Money');

export const MONEY_ROUTES = [
  route({
    method: 'GET',
    path: API.adminMoney,
    access: 'admin',
    permission: 'money.read',
    operationId: 'getMoney',
    summary: 'Returns revenue, costs, fees and net margin by day, client, carrier or service.',
    query: MoneyQuerySchema,
    answer: MoneyAnswerSchema,
    handle: (deps, { actor, query }) => showMoney(deps, actor, query),
  }),
  route({
    method: 'GET',
    path: API.adminMoneyDownload,
    access: 'admin',
    permission: 'exports.read',
    proof: 'recent',
    operationId: 'exportMoney',
    summary: 'Downloads revenue, costs, fees and net margin by day, client, carrier or service as CSV.',
    query: MoneyDownloadQuerySchema,
    handle: async (deps, { actor, query, reply }) => sendFile(reply, await exportMoney(deps, actor, query)),
  }),
  route({
    method: 'GET',
    path: API.adminMoneyLines,
    access: 'admin',
    permission: 'money.read',
    operationId: 'listMoneyLines',
    summary: 'Lists the ledger transactions behind a figure.',
    query: MoneyLinesQuerySchema,
    answer: MoneyLinesAnswerSchema,
    handle: (deps, { actor, query }) => listMoneyLines(deps, actor, query),
  }),
  route({
    method: 'GET',
    path: API.adminMoneyLinesDownload,
    access: 'admin',
    permission: 'exports.read',
    proof: 'recent',
    operationId: 'exportMoneyLines',
    summary: 'Downloads the ledger transactions behind a figure as CSV.',
    query: MoneyLinesDownloadQuerySchema,
    handle: async (deps, { actor, query, reply }) =>
      sendFile(reply, await exportMoneyLines(deps, actor, query)),
  }),
];
