import { ShipmentStatsAnswerSchema } from '@lading/contract/admin-shipments.ts';
import { ClientOverviewSchema } from '@lading/contract/client-overview.ts';
import {
  DashboardAnswerSchema,
  DashboardExportQuerySchema,
  DashboardQuerySchema,
  RevenueAnswerSchema,
} from '@lading/contract/dashboard.ts';
import { DateRangeQuerySchema } from '@lading/contract/date-range.ts';
import { API } from '@lading/contract/routes.ts';
import { IdSchema, routesOf } from '../../platform/http/route.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import type { AnalyticsDeps } from './analytics.deps.ts';
import { exportDashboard } from './export-dashboard.ts';
import { showClientOverview } from './show-client-overview.ts';
import { showDashboard } from './show-dashboard.ts';
import { showRevenue } from './show-revenue.ts';
import { showShipmentStats } from './show-shipment-stats.ts';

const route = routesOf<AnalyticsDeps>('Analytics');

export const ANALYTICS_ROUTES = [
  route({
    method: 'GET',
    path: API.adminDashboard,
    access: 'admin',
    permission: 'analytics.read',
    operationId: 'getDashboard',
    summary: 'Returns revenue, shipments and clients for a period, compared with the period before it.',
    query: DashboardQuerySchema,
    answer: DashboardAnswerSchema,
    handle: (deps, { actor, query }) => showDashboard(deps, actor, query),
  }),
  route({
    method: 'GET',
    path: API.adminRevenue,
    access: 'admin',
    permission: 'analytics.read',
    operationId: 'getRevenue',
    summary: 'Returns revenue and refunds by day.',
    query: DashboardQuerySchema,
    answer: RevenueAnswerSchema,
    handle: (deps, { actor, query }) => showRevenue(deps, actor, query),
  }),
  route({
    method: 'GET',
    path: API.adminDashboardExport,
    access: 'admin',
    permission: 'exports.read',
    proof: 'recent',
    operationId: 'exportDashboard',
    summary: 'Downloads the dashboard figures as CSV.',
    query: DashboardExportQuerySchema,
    handle: async (deps, { actor, query, reply }) =>
      sendFile(reply, await exportDashboard(deps, actor, query)),
  }),
  route({
    method: 'GET',
    path: API.adminShipmentStats,
    access: 'admin',
    permission: 'analytics.read',
    operationId: 'getShipmentStats',
    summary: 'Counts shipments by status, carrier and client, in a date range or for all time.',
    query: DateRangeQuerySchema,
    answer: ShipmentStatsAnswerSchema,
    handle: (deps, { actor, query }) => showShipmentStats(deps, actor, query),
  }),
  route({
    method: 'GET',
    path: API.adminClientOverview,
    access: 'admin',
    permission: 'clients.read',
    operationId: 'getClientOverview',
    summary: 'Returns revenue, refunds, weekly trend and failures of one client.',
    params: IdSchema,
    answer: ClientOverviewSchema,
    handle: (deps, { actor, params }) => showClientOverview(deps, actor, params.id),
  }),
];
