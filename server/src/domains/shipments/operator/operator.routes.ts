import {
  AdminShipmentDetailsSchema,
  AdminShipmentsAnswerSchema,
  AdminShipmentsDownloadQuerySchema,
  AdminShipmentsQuerySchema,
  RefundAnswerSchema,
  RefundBodySchema,
} from '@lading/contract/admin-shipments.ts';
import { ErrorBodySchema } from '@lading/contract/errors.ts';
import { API } from '@lading/contract/routes.ts';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { idempotencyKeyOf } from '../../../platform/http/idempotency-key.ts';
import type { HttpServer } from '../../../platform/http/schema-compilers.ts';
import { sendFile } from '../../../platform/http/send-file.ts';
import type { Actor } from '../../audit/note-view.ts';
import { exportShipments } from './export-shipments.ts';
import { getShipmentDetails } from './get-shipment-details.ts';
import { listShipments } from './list-shipments.ts';
import type { OperatorDeps } from './operator.deps.ts';
import { refundShipment } from './refund-shipment.ts';

interface Deps extends OperatorDeps {
  requireAdmin: (request: FastifyRequest) => Promise<void>;
  actorOf: (request: FastifyRequest) => Actor;
}

const BODY_LIMIT = 8 * 1024;
const tags = ['All shipments'];
const security = [{ token: [] }];
const refusals = { '4xx': ErrorBodySchema };
const IdSchema = z.object({ id: z.uuid() });

export function operatorShipmentRoutes(app: HttpServer, deps: Deps): void {
  const { requireAdmin: preValidation, actorOf } = deps;

  app.get(
    API.adminShipments,
    {
      preValidation,
      schema: {
        tags,
        security,
        summary: 'Shipments of all clients, newest first; searched, filtered and paged.',
        querystring: AdminShipmentsQuerySchema,
        response: { 200: AdminShipmentsAnswerSchema, ...refusals },
      },
    },
    (request) => listShipments(deps, actorOf(request), request.query),
  );

  app.get(
    API.adminShipmentsDownload,
    {
      preValidation,
      schema: {
        tags,
        security,
        summary: 'All shipments that the filters find, as CSV.',
        querystring: AdminShipmentsDownloadQuerySchema,
      },
    },
    async (request, reply) => {
      const { format: _csv, ...filters } = request.query;
      return sendFile(reply, await exportShipments(deps, actorOf(request), filters));
    },
  );

  app.get(
    API.adminShipment,
    {
      preValidation,
      schema: {
        tags,
        security,
        summary: 'One shipment with its quote, payment, label, tracking, refunds and bookings.',
        params: IdSchema,
        response: { 200: AdminShipmentDetailsSchema, ...refusals },
      },
    },
    (request) => getShipmentDetails(deps, actorOf(request), request.params.id),
  );

  app.post(
    API.adminRefund,
    {
      bodyLimit: BODY_LIMIT,
      preValidation,
      schema: {
        tags,
        security,
        summary:
          'Gives back what is left of a label’s price, or a part of it; a repeat returns the first refund.',
        params: IdSchema,
        body: RefundBodySchema,
        response: { 200: RefundAnswerSchema, ...refusals },
      },
    },
    (request) =>
      refundShipment(deps, actorOf(request), {
        ...request.body,
        shipmentId: request.params.id,
        idempotencyKey: idempotencyKeyOf(request),
      }),
  );
}
