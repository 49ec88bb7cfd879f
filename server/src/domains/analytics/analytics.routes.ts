import { ShipmentStatsAnswerSchema } from '@lading/contract/admin-shipments.ts';
import {
  DashboardAnswerSchema,
  DashboardExportQuerySchema,
  DashboardQuerySchema,
  RevenueAnswerSchema,
} from '@lading/contract/dashboard.ts';
import { DateRangeQuerySchema } from '@lading/contract/date-range.ts';
import { ErrorBodySchema } from '@lading/contract/errors.ts';
import { API } from '@lading/contract/routes.ts';
import type { FastifyRequest } from 'fastify';
import type { HttpServer } from '../../platform/http/schema-compilers.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import type { Actor } from '../audit/note-view.ts';
import type { AnalyticsDeps } from './analytics.deps.ts';
import { exportDashboard } from './export-dashboard.ts';
import { showDashboard } from './show-dashboard.ts';
import { showRevenue } from './show-revenue.ts';
import { showShipmentStats } from './show-shipment-stats.ts';

interface Deps extends AnalyticsDeps {
  requireAdmin: (request: FastifyRequest) => Promise<void>;
  actorOf: (request: FastifyRequest) => Actor;
}

export function analyticsRoutes(app: HttpServer, deps: Deps): void {
  const { actorOf, requireAdmin: preValidation } = deps;
  const common = { tags: ['Analytics'], security: [{ token: [] }] };
  app.get(
    API.adminDashboard,
    {
      preValidation,
      schema: {
        ...common,
        summary: 'Revenue, shipments and clients of a period, against as many days before.',
        querystring: DashboardQuerySchema,
        response: { 200: DashboardAnswerSchema, '4xx': ErrorBodySchema },
      },
    },
    (request) => showDashboard(deps, actorOf(request), request.query),
  );
  app.get(
    API.adminRevenue,
    {
      preValidation,
      schema: {
        ...common,
        summary: 'Revenue day by day, with what was given back.',
        querystring: DashboardQuerySchema,
        response: { 200: RevenueAnswerSchema, '4xx': ErrorBodySchema },
      },
    },
    (request) => showRevenue(deps, actorOf(request), request.query),
  );
  app.get(
    API.adminDashboardExport,
    {
      preValidation,
      schema: {
        ...common,
        summary: 'The figures of the dashboard as CSV.',
        querystring: DashboardExportQuerySchema,
        response: { '4xx': ErrorBodySchema },
      },
    },
    async (request, reply) => sendFile(reply, await exportDashboard(deps, actorOf(request), request.query)),
  );
  app.get(
    API.adminShipmentStats,
    {
      preValidation,
      schema: {
        ...common,
        summary: 'Shipments by status, carrier and client, of some days or of all time.',
        querystring: DateRangeQuerySchema,
        response: { 200: ShipmentStatsAnswerSchema, '4xx': ErrorBodySchema },
      },
    },
    (request) => showShipmentStats(deps, actorOf(request), request.query),
  );
}
