import {
  AdjustmentPolicySchema,
  AdminAdjustmentAnswerSchema,
  AdminAdjustmentsAnswerSchema,
  AdminAdjustmentsDownloadQuerySchema,
  AdminAdjustmentsQuerySchema,
  ClientAdjustmentAnswerSchema,
  ClientAdjustmentsAnswerSchema,
  ClientAdjustmentsQuerySchema,
  ClientPolicyAnswerSchema,
  DecideDisputeBodySchema,
  DisputeAdjustmentBodySchema,
  EVIDENCE_TYPES,
  EvidenceQuerySchema,
  MAX_EVIDENCE_BYTES,
} from '@lading/contract/adjustments.ts';
import { API } from '@lading/contract/routes.ts';
import { uuid } from '@lading/contract/uuid.ts';
import * as z from 'zod/mini';
import { IdSchema, routesOf } from '../../platform/http/route.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import {
  changeClientPolicy,
  changeDefaultPolicy,
  showClientPolicy,
  showDefaultPolicy,
} from './adjustment-policies.ts';
import type { AdjustmentDeps } from './adjustments.deps.ts';
import { decideDispute } from './decide-dispute.ts';
import { addEvidence, disputeAdjustment, openEvidence, openOwnEvidence } from './dispute-adjustment.ts';
import {
  exportAdjustments,
  listAdjustments,
  listOwnAdjustments,
  showAdjustment,
} from './list-adjustments.ts';

const BODY_LIMIT = 16 * 1024;
const FileSchema = z.object({ id: uuid(), fileId: uuid() });

const route = routesOf<AdjustmentDeps>('Adjustments');

const CLIENT_ROUTES = [
  route({
    method: 'GET',
    path: API.adjustments,
    access: 'user',
    operationId: 'listOwnAdjustments',
    summary: 'Lists the adjustments that the client pays or is credited, newest first.',
    query: ClientAdjustmentsQuerySchema,
    answer: ClientAdjustmentsAnswerSchema,
    handle: (deps, { actor, query }) => listOwnAdjustments(deps, actor, query),
  }),
  route({
    method: 'POST',
    path: API.adjustmentDispute,
    access: 'user',
    operationId: 'disputeAdjustment',
    summary: 'Disputes an adjustment, within 60 days.',
    bodyLimit: BODY_LIMIT,
    params: IdSchema,
    body: DisputeAdjustmentBodySchema,
    answer: ClientAdjustmentAnswerSchema,
    handle: async (deps, { actor, params, body }) => ({
      adjustment: await disputeAdjustment(deps, actor, params.id, body),
    }),
  }),
  route({
    method: 'POST',
    path: API.adjustmentEvidence,
    access: 'user',
    operationId: 'addEvidence',
    summary: 'Adds a PDF, PNG or JPEG file to an open dispute. The body is the file.',
    // A file that is slightly too large gets our own message.
    bodyLimit: MAX_EVIDENCE_BYTES + BODY_LIMIT,
    rawBody: EVIDENCE_TYPES,
    parallelPerAccount: 2,
    params: IdSchema,
    query: EvidenceQuerySchema,
    answer: ClientAdjustmentAnswerSchema,
    handle: async (deps, { actor, params, query, bytes }) => ({
      adjustment: await addEvidence(deps, actor, params.id, {
        fileName: query.fileName,
        bytes,
      }),
    }),
  }),
  route({
    method: 'GET',
    path: API.adjustmentEvidenceFile,
    access: 'user',
    operationId: 'getOwnEvidence',
    summary: "Downloads a file of the client's own dispute.",
    params: FileSchema,
    handle: async (deps, { actor, params, reply }) =>
      sendFile(reply, await openOwnEvidence(deps, actor, params.id, params.fileId)),
  }),
];

const ADMIN_ROUTES = [
  route({
    method: 'GET',
    path: API.adminAdjustments,
    access: 'admin',
    permission: 'adjustments.read',
    operationId: 'listAdjustments',
    summary: 'Lists the adjustments of all clients.',
    query: AdminAdjustmentsQuerySchema,
    answer: AdminAdjustmentsAnswerSchema,
    handle: (deps, { actor, query }) => listAdjustments(deps, actor, query),
  }),
  route({
    method: 'GET',
    path: API.adminAdjustmentsDownload,
    access: 'admin',
    permission: 'exports.read',
    proof: 'recent',
    operationId: 'exportAdjustments',
    summary: 'Downloads all adjustments that match the filters as CSV.',
    query: AdminAdjustmentsDownloadQuerySchema,
    handle: async (deps, { actor, query, reply }) =>
      sendFile(reply, await exportAdjustments(deps, actor, query)),
  }),
  route({
    method: 'GET',
    path: API.adminAdjustment,
    access: 'admin',
    permission: 'adjustments.read',
    operationId: 'getAdjustment',
    summary: 'Returns an adjustment with the lines of the invoice that led to it.',
    params: IdSchema,
    answer: AdminAdjustmentAnswerSchema,
    handle: (deps, { params }) => showAdjustment(deps, params.id),
  }),
  route({
    method: 'POST',
    path: API.adminAdjustmentDispute,
    access: 'admin',
    permission: 'adjustments.write',
    proof: 'recent',
    operationId: 'decideAdjustmentDispute',
    summary:
      'Marks a dispute as sent to the carrier, won, lost or expired. A dispute that is won refunds the client.',
    bodyLimit: BODY_LIMIT,
    params: IdSchema,
    body: DecideDisputeBodySchema,
    answer: AdminAdjustmentAnswerSchema,
    handle: (deps, { actor, params, body }) => decideDispute(deps, actor, params.id, body),
  }),
  route({
    method: 'GET',
    path: API.adminAdjustmentEvidenceFile,
    access: 'admin',
    permission: 'adjustments.read',
    operationId: 'getEvidence',
    summary: 'Downloads a file of a dispute.',
    params: FileSchema,
    handle: async (deps, { actor, params, reply }) =>
      sendFile(reply, await openEvidence(deps, actor, params.id, params.fileId)),
  }),
];

const POLICY_ROUTES = [
  route({
    method: 'GET',
    path: API.adminAdjustmentPolicy,
    access: 'admin',
    permission: 'adjustments.read',
    operationId: 'getAdjustmentPolicy',
    summary: 'Returns who pays adjustments of clients without a policy of their own.',
    answer: AdjustmentPolicySchema,
    handle: (deps) => showDefaultPolicy(deps),
  }),
  route({
    method: 'PUT',
    path: API.adminAdjustmentPolicy,
    access: 'admin',
    permission: 'adjustments.write',
    proof: 'recent',
    operationId: 'changeAdjustmentPolicy',
    summary: 'Changes the default for who pays adjustments. Affects later imports only.',
    bodyLimit: BODY_LIMIT,
    body: AdjustmentPolicySchema,
    answer: AdjustmentPolicySchema,
    handle: (deps, { actor, body }) => changeDefaultPolicy(deps, actor, body),
  }),
  route({
    method: 'GET',
    path: API.adminClientAdjustmentPolicy,
    access: 'admin',
    permission: 'adjustments.read',
    operationId: 'getClientAdjustmentPolicy',
    summary: 'Returns who pays the adjustments of a client.',
    params: IdSchema,
    answer: ClientPolicyAnswerSchema,
    handle: (deps, { params }) => showClientPolicy(deps, params.id),
  }),
  route({
    method: 'PUT',
    path: API.adminClientAdjustmentPolicy,
    access: 'admin',
    permission: 'adjustments.write',
    proof: 'recent',
    operationId: 'changeClientAdjustmentPolicy',
    summary: 'Changes who pays the adjustments of a client. Affects later imports only.',
    bodyLimit: BODY_LIMIT,
    params: IdSchema,
    body: AdjustmentPolicySchema,
    answer: ClientPolicyAnswerSchema,
    handle: (deps, { actor, params, body }) => changeClientPolicy(deps, actor, params.id, body),
  }),
  route({
    method: 'DELETE',
    path: API.adminClientAdjustmentPolicy,
    access: 'admin',
    permission: 'adjustments.write',
    proof: 'recent',
    operationId: 'resetClientAdjustmentPolicy',
    summary: 'Makes a client follow the default again.',
    params: IdSchema,
    answer: ClientPolicyAnswerSchema,
    handle: (deps, { actor, params }) => changeClientPolicy(deps, actor, params.id, null),
  }),
];

export const ADJUSTMENT_ROUTES = [...CLIENT_ROUTES, ...ADMIN_ROUTES, ...POLICY_ROUTES];
