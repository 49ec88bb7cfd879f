import {
  AdminBillingDocumentsAnswerSchema,
  AdminBillingDocumentsQuerySchema,
  BillingDetailsAnswerSchema,
  BillingDetailsBodySchema,
  BillingDocumentsAnswerSchema,
  BillingDocumentsQuerySchema,
  BillingFileQuerySchema,
  BillingRegisterQuerySchema,
  BillingSettingsAnswerSchema,
  BillingSettingsBodySchema,
  IssueDocumentsAnswerSchema,
  IssueDocumentsBodySchema,
} from '@lading/contract/billing.ts';
import { API } from '@lading/contract/routes.ts';
import { IdSchema, routesOf } from '../../platform/http/route.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import type { BillingDeps } from './billing.deps.ts';
import { changeBillingDetails, showBillingDetails } from './billing-details.ts';
import { changeBillingSettings, showBillingSettings } from './billing-settings.ts';
import { documentFile, ownDocumentFile } from './document-file.ts';
import { issueNow } from './issue-now.ts';
import { exportRegister, listDocuments, listOwnDocuments } from './list-documents.ts';

const route = routesOf<BillingDeps>('Billing');

const CLIENT_ROUTES = [
  route({
    method: 'GET',
    path: API.billingDocuments,
    access: 'user',
    operationId: 'listOwnBillingDocuments',
    summary: "Lists the client's receipts, statements, invoices and credit notes.",
    query: BillingDocumentsQuerySchema,
    answer: BillingDocumentsAnswerSchema,
    handle: (deps, { actor, query }) => listOwnDocuments(deps, actor, query),
  }),
  route({
    method: 'GET',
    path: API.billingDocumentFile,
    access: 'user',
    operationId: 'getOwnBillingDocument',
    summary: "Downloads one of the client's billing documents as PDF or CSV.",
    parallelPerAccount: 4,
    params: IdSchema,
    query: BillingFileQuerySchema,
    handle: async (deps, { actor, params, query, reply }) =>
      sendFile(reply, await ownDocumentFile(deps, actor, params.id, query.format)),
  }),
  route({
    method: 'GET',
    path: API.billingDetails,
    access: 'user',
    operationId: 'getBillingDetails',
    summary: 'Returns what billing documents say about the client.',
    answer: BillingDetailsAnswerSchema,
    handle: (deps, { actor }) => showBillingDetails(deps, actor.userId),
  }),
  route({
    method: 'PUT',
    path: API.billingDetails,
    access: 'user',
    operationId: 'changeBillingDetails',
    summary: 'Changes what future billing documents say about the client.',
    body: BillingDetailsBodySchema,
    answer: BillingDetailsAnswerSchema,
    handle: (deps, { actor, body }) => changeBillingDetails(deps, actor, actor.userId, body),
  }),
];

const ADMIN_DOCUMENT_ROUTES = [
  route({
    method: 'GET',
    path: API.adminBillingDocuments,
    access: 'admin',
    permission: 'billing.read',
    operationId: 'listBillingDocuments',
    summary: 'Lists billing documents of all clients or of one.',
    query: AdminBillingDocumentsQuerySchema,
    answer: AdminBillingDocumentsAnswerSchema,
    handle: (deps, { actor, query }) => listDocuments(deps, actor, query),
  }),
  route({
    method: 'GET',
    path: API.adminBillingDocumentFile,
    access: 'admin',
    permission: 'billing.read',
    operationId: 'getBillingDocument',
    summary: 'Downloads a billing document as PDF or CSV.',
    parallelPerAccount: 4,
    params: IdSchema,
    query: BillingFileQuerySchema,
    handle: async (deps, { actor, params, query, reply }) =>
      sendFile(reply, await documentFile(deps, actor, params.id, query.format)),
  }),
  route({
    method: 'GET',
    path: API.adminBillingRegister,
    access: 'admin',
    permission: 'exports.read',
    proof: 'recent',
    operationId: 'exportBillingRegister',
    summary: 'Downloads all numbers of a year as CSV.',
    query: BillingRegisterQuerySchema,
    handle: async (deps, { actor, query, reply }) =>
      sendFile(reply, await exportRegister(deps, actor, query)),
  }),
  route({
    method: 'POST',
    path: API.adminIssueDocuments,
    access: 'admin',
    permission: 'billing.write',
    operationId: 'issueBillingDocuments',
    summary: "Issues a client's documents of a closed month now. Repeating it issues nothing new.",
    params: IdSchema,
    body: IssueDocumentsBodySchema,
    answer: IssueDocumentsAnswerSchema,
    handle: (deps, { actor, params, body }) => issueNow(deps, actor, params.id, body),
  }),
];

const ADMIN_SETTINGS_ROUTES = [
  route({
    method: 'GET',
    path: API.adminBillingSettings,
    access: 'admin',
    permission: 'billing.read',
    operationId: 'getBillingSettings',
    summary: "Returns the operator's legal data, taxes and numbering.",
    answer: BillingSettingsAnswerSchema,
    handle: (deps) => showBillingSettings(deps),
  }),
  route({
    method: 'PUT',
    path: API.adminBillingSettings,
    access: 'admin',
    permission: 'billing.write',
    proof: 'recent',
    operationId: 'changeBillingSettings',
    summary:
      "Changes the operator's legal data, taxes and numbering for future documents. The first save starts billing.",
    body: BillingSettingsBodySchema,
    answer: BillingSettingsAnswerSchema,
    handle: (deps, { actor, body }) => changeBillingSettings(deps, actor, body),
  }),
  route({
    method: 'GET',
    path: API.adminClientBillingDetails,
    access: 'admin',
    permission: 'billing.read',
    operationId: 'getClientBillingDetails',
    summary: 'Returns what billing documents say about a client.',
    params: IdSchema,
    answer: BillingDetailsAnswerSchema,
    handle: (deps, { params }) => showBillingDetails(deps, params.id),
  }),
  route({
    method: 'PUT',
    path: API.adminClientBillingDetails,
    access: 'admin',
    permission: 'billing.write',
    operationId: 'changeClientBillingDetails',
    summary: 'Changes what future billing documents say about a client.',
    params: IdSchema,
    body: BillingDetailsBodySchema,
    answer: BillingDetailsAnswerSchema,
    handle: (deps, { actor, params, body }) => changeBillingDetails(deps, actor, params.id, body),
  }),
];

export const BILLING_ROUTES = [...CLIENT_ROUTES, ...ADMIN_DOCUMENT_ROUTES, ...ADMIN_SETTINGS_ROUTES];
