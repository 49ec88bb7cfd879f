import {
  AdminShipmentDetailsSchema,
  AdminShipmentsAnswerSchema,
  AdminShipmentsDownloadQuerySchema,
  AdminShipmentsQuerySchema,
  RefundAnswerSchema,
  RefundBodySchema,
  VoidLabelAnswerSchema,
} from '@lading/contract/admin-shipments.ts';
import { API } from '@lading/contract/routes.ts';
import { idempotencyKeyOf } from '../../../platform/http/idempotency-key.ts';
import { IdSchema, routesOf } from '../../../platform/http/route.ts';
import { sendFile } from '../../../platform/http/send-file.ts';
import { exportShipments } from './export-shipments.ts';
import { getShipmentDetails } from './get-shipment-details.ts';
import { listShipments } from './list-shipments.ts';
import type { OperatorDeps } from './operator.deps.ts';
import { refundShipment } from './refund-shipment.ts';
import { voidShipment } from './void-shipment.ts';

const BODY_LIMIT = 8 * 1024;

const route = routesOf<OperatorDeps>('All shipments');

export const OPERATOR_SHIPMENT_ROUTES = [
  route({
    method: 'GET',
    path: API.adminShipments,
    access: 'admin',
    permission: 'shipments.read',
    operationId: 'listShipments',
    summary: 'Lists the shipments of all clients, newest first, with search, filters and paging.',
    query: AdminShipmentsQuerySchema,
    answer: AdminShipmentsAnswerSchema,
    handle: (deps, { actor, query }) => listShipments(deps, actor, query),
  }),
  route({
    method: 'GET',
    path: API.adminShipmentsDownload,
    access: 'admin',
    permission: 'exports.read',
    proof: 'recent',
    operationId: 'exportShipments',
    summary: 'Downloads all shipments that match the filters as CSV.',
    query: AdminShipmentsDownloadQuerySchema,
    handle: async (deps, { actor, query, reply }) => {
      const { format: _csv, ...filters } = query;
      return sendFile(reply, await exportShipments(deps, actor, filters));
    },
  }),
  route({
    method: 'GET',
    path: API.adminShipment,
    access: 'admin',
    permission: 'shipments.read',
    operationId: 'getShipmentDetails',
    summary: 'Returns a shipment with its quote, payment, label, tracking, refunds and ledger entries.',
    params: IdSchema,
    answer: AdminShipmentDetailsSchema,
    handle: (deps, { actor, params }) => getShipmentDetails(deps, actor, params.id),
  }),
  route({
    method: 'POST',
    path: API.adminRefund,
    access: 'admin',
    permission: 'refunds.create',
    proof: 'recent',
    operationId: 'refundShipment',
    summary: 'Refunds a label in full or in part. A retry returns the first refund.',
    bodyLimit: BODY_LIMIT,
    headers: ['idempotency-key'],
    params: IdSchema,
    body: RefundBodySchema,
    answer: RefundAnswerSchema,
    handle: (deps, call) =>
      refundShipment(deps, call.actor, {
        ...call.body,
        shipmentId: call.params.id,
        idempotencyKey: idempotencyKeyOf(call),
      }),
  }),
  route({
    method: 'POST',
    path: API.adminVoid,
    access: 'admin',
    permission: 'refunds.create',
    proof: 'recent',
    operationId: 'voidShipment',
    summary: 'Voids an unused label without a refund.',
    params: IdSchema,
    answer: VoidLabelAnswerSchema,
    handle: (deps, { actor, params }) => voidShipment(deps, actor, params.id),
  }),
];
